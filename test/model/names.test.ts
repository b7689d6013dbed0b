import { describe, expect, it } from "vitest";
import { check } from "../../src/model/index.ts";
import { parseXta } from "../../src/syntax/index.ts";
import { declaring, faults, modelOf } from "./faults.ts";

describe("names", () => {
  it.each([
    ["int fuel; const int cap = fule;", ["unknown-identifier: fule"]],
    ["int speed; bool speed;", ["duplicate-definition: speed"]],
    ["int gear; void gear() { }", ["duplicate-definition: gear"]],
    ["typedef int[0,4] gear_t; gear_t gear_t;", ["duplicate-definition: gear_t"]],
    ["clock INT8_MAX;", ["duplicate-definition: INT8_MAX"]],
    ["motor m;", ["not-a-type: motor"]],
    ["int motor; motor m;", ["not-a-type: motor"]],
    ["typedef int[0,4] gear_t; const int first = gear_t;", ["type-as-value: gear_t"]],
    ["typedef int[0,4] W; int wait[W];", ["unknown-type: W"]],
    ["struct { int rpm; } engine; int top() { return engine.rmp; }", ["no-such-member: rmp"]],
    ["int rpm; int top() { return rpm.max; }", ["not-a-structure: rpm"]],
    ["int rpm; int top() { return rpm(3); }", ["function-expected: rpm"]],
    ["int twice(int n) { int n; return n; }", ["duplicate-definition: n"]],
    ["int shade(int n) { if (n > 0) { int n = 3; return n; } return n; }", []],
    ["int apply(int a, int a) { return a; }", ["warning duplicate-parameter: a"]],
  ])("%s", (text, expected) => {
    expect(faults(declaring(text))).toEqual(expected);
  });

  it("finds each name in the nearest scope", () => {
    expect(
      faults(
        "int level; process Tank(int level) { bool full; state Low, High; init Low; trans Low -> High { guard level > 3 && full; }; } T = Tank(2); system T;",
      ),
    ).toEqual([]);
    expect(faults("process Tank() { int Low; state Low; init Low; } system Tank;")).toEqual([
      "duplicate-definition: Low",
    ]);
    expect(faults("int Low; process Tank() { state Low; init Low; } system Tank;")).toEqual([]);
    expect(faults("process Tank() { state Low, Low; init Low; } system Tank;")).toEqual(["duplicate-definition: Low"]);
    expect(faults("int Tank; process Tank() { state Low; init Low; } Idle = Tank(); system Idle;")).toEqual([
      "duplicate-definition: Tank",
      "not-a-template: Tank",
    ]);
  });

  it("suggests a name that is nearly the one written", () => {
    const hints = (text: string) => modelOf(declaring(text)).diagnostics.map((d) => d.hint);
    expect(hints("int temperature; int f() { return temprature; }")).toEqual(["did you mean 'temperature'?"]);
    expect(hints("int Pressure; int f() { return pressure; }")).toEqual(["did you mean 'Pressure'?"]);
    expect(hints("int volume; int f() { return qqqq; }")).toEqual([undefined]);
    expect(hints("typedef int[0,3] valve_t; valv_t v;")).toEqual(["did you mean 'valve_t'?"]);
  });

  it("gives one message for one fault", () => {
    expect(faults(declaring("void f() { int a = missing + 1; a = missing2 * (missing3 + 4) % 2; }"))).toEqual([
      "unknown-identifier: missing",
      "unknown-identifier: missing2",
      "unknown-identifier: missing3",
    ]);
    expect(faults("P = Nowhere(1); system P;")).toEqual(["not-a-template: Nowhere"]);
  });

  it("does not allow the predeclared names to be declared again", () => {
    expect(faults(declaring("typedef int[-5,5] int8_t; int8_t x;"))).toEqual(["duplicate-definition: int8_t"]);
  });

  it("predeclares nothing in old syntax", () => {
    const { tree, diagnostics } = parseXta("int INT8_MAX; process Q { state S; init S; } system Q;", { syntax: "old" });
    expect([...diagnostics, ...check(tree).diagnostics]).toEqual([]);
  });
});

describe("the table of symbols", () => {
  it("knows names where they are defined and where they are used", () => {
    const text =
      "const int N = 3; int f(int a) { return a + N; } process P(const int i) { clock c; state A; init A; trans A -> A { select k : int[0,N]; guard c > k; assign c = f(i); }; } Q = P(1); system Q;";
    const model = modelOf(text);
    const kinds = new Map<string, Set<string>>();
    for (const [name, symbol] of model.symbols) {
      expect(text.slice(name.start, name.end)).toBe(name.name);
      const kind = symbol.kind === "variable" ? symbol.role : symbol.kind;
      kinds.set(name.name, (kinds.get(name.name) ?? new Set()).add(kind));
    }
    expect(Object.fromEntries([...kinds].map(([name, kind]) => [name, [...kind].join()]))).toEqual({
      N: "global",
      f: "function",
      a: "argument",
      P: "template",
      i: "parameter",
      c: "template",
      A: "location",
      k: "binder",
      Q: "instance",
    });
    const uses = [...model.symbols].filter(([, s]) => s.name === "c").map(([, s]) => s);
    expect(uses).toHaveLength(3);
    expect(new Set(uses).size).toBe(1);
  });
});
