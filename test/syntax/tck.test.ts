import { describe, expect, it } from "vitest";
import { parseTck, type TckExpr, type TckStatement } from "../../src/syntax/index.ts";

/** The fully bracketed text of an expression. */
function show(e: TckExpr): string {
  switch (e.kind) {
    case "int":
      return `${e.value}`;
    case "variable":
      return e.index === undefined ? e.name : `${e.name}[${show(e.index)}]`;
    case "unary":
      return `(${e.op}${show(e.operand)})`;
    case "binary":
      return `(${show(e.left)}${e.op}${show(e.right)})`;
    case "if":
      return `(${show(e.condition)}?${show(e.yes)}:${show(e.no)})`;
    case "broken":
      return "<broken>";
  }
}
function showStatement(s: TckStatement): string {
  switch (s.kind) {
    case "nop":
      return "nop";
    case "assign":
      return `${show(s.target)}=${show(s.value)}`;
    case "local":
      return `local ${s.name.name}${s.size ? `[${show(s.size)}]` : ""}${s.initial ? `=${show(s.initial)}` : ""}`;
    case "if":
      return `if ${show(s.condition)} {${showAll(s.yes)}} {${showAll(s.no)}}`;
    case "while":
      return `while ${show(s.condition)} {${showAll(s.body)}}`;
  }
}
function showAll(list: readonly TckStatement[]): string {
  return list.map(showStatement).join("; ");
}

function edge(attributes: string) {
  const { tree, diagnostics } = parseTck(`system:s\nedge:p:a:b:e{${attributes}}\n`);
  const found = tree.declarations[0];
  return { edge: found?.kind === "edge" ? found : undefined, messages: diagnostics.map((d) => d.message) };
}

describe("expressions", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["x<=10", "(x<=10)"],
    ["x1 >10&& id==1", "((x1>10)&&(id==1))"],
    ["x-y<3", "((x-y)<3)"],
    ["a+b*c-d%2", "((a+(b*c))-(d%2))"],
    ["1 < x <= 3", "((1<x)&&(x<=3))"],
    ["!a == b", "(!(a==b))"],
    ["!(a == b) && c", "((!(a==b))&&c)"],
    ["- 3 * -n", "((-3)*(-n))"],
    ["b[(head+length-1)%4]==2", "(b[(((head+length)-1)%4)]==2)"],
    ["(if i<3 && j then 1 else k+1) == 2", "((((i<3)&&j)?1:(k+1))==2)"],
    ["((x<3))", "(x<3)"],
  ];
  it.each(cases)("%s", (text, expected) => {
    const { edge: e, messages } = edge(`provided:${text}`);
    expect(messages).toEqual([]);
    expect(show(e!.provided!)).toBe(expected);
  });
});

describe("statements", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["x=0;id=1", "x=0; id=1"],
    ["x = y + 2 ; nop ;", "x=(y+2); nop"],
    ["a[i]=a[i+1]", "a[i]=a[(i+1)]"],
    ["local k; local m = 3; local v[2+1]", "local k; local m=3; local v[(2+1)]"],
    ["if i<2 then i=i+1 else i=0; x=0 end", "if (i<2) {i=(i+1)} {i=0; x=0}"],
    ["while i<2 do if i then i=1 end; i=i+1; end; x=0", "while (i<2) {if i {i=1} {}; i=(i+1)}; x=0"],
  ];
  it.each(cases)("%s", (text, expected) => {
    const { edge: e, messages } = edge(`do:${text}`);
    expect(messages).toEqual([]);
    expect(showAll(e!.do)).toBe(expected);
  });
});

describe("declarations", () => {
  it("reads every kind, comments and attributes over several lines", () => {
    const { tree, diagnostics } = parseTck(`# a comment
system:demo # more
process:P
event:go
clock:2:x
int:3:-2:+5:-1:v.w
location:P:a{initial: : labels: one, two : invariant: x[0]<=3}\r
location : P : b { committed: : urgent: }
location:P:c
edge:P:a:b:go{ provided:
  x[1]>2 :
  do: v.w[0]=1 }
sync:P@go:Q@stop?`);
    expect(diagnostics).toEqual([]);
    expect(tree.system?.name).toBe("demo");
    expect(tree.declarations.map((d) => d.kind)).toEqual([
      "process",
      "event",
      "clock",
      "int",
      "location",
      "location",
      "location",
      "edge",
      "sync",
    ]);
    expect(tree.declarations[3]).toMatchObject({ size: 3, low: -2, high: 5, initial: -1, name: { name: "v.w" } });
    expect(tree.declarations[4]).toMatchObject({
      initial: true,
      committed: false,
      urgent: false,
      labels: ["one", "two"],
    });
    expect(tree.declarations[5]).toMatchObject({ initial: false, committed: true, urgent: true, labels: [] });
    expect(tree.declarations[8]).toMatchObject({
      parts: [
        { process: { name: "P" }, event: { name: "go" }, weak: false },
        { process: { name: "Q" }, event: { name: "stop" }, weak: true },
      ],
    });
  });

  it("keeps the place of every part", () => {
    const text = "system:s\nedge:p:a:b:e{provided: x<=10 : do: y=0}";
    const { tree } = parseTck(text);
    const found = tree.declarations[0]!;
    if (found.kind !== "edge") throw new Error("no edge");
    expect(text.slice(found.provided!.start, found.provided!.end)).toBe("x<=10");
    expect(text.slice(found.do[0]!.start, found.do[0]!.end)).toBe("y=0");
    expect(text.slice(found.event.start, found.event.end)).toBe("e");
  });

  const faults: readonly (readonly [string, string, string])[] = [
    ["process:P", "tck-system", ""],
    ["system:s\nsystem:t", "tck-system", "system:t"],
    ["system:s\nproces:P", "tck-syntax", "proces"],
    ["system:s\nprocess:P extra", "tck-syntax", "e"],
    ["system:s\nint:1:0:99999999999:0:i", "tck-syntax", "99999999999"],
    ["system:s\nint:1:3:2:3:i", "tck-range", "int:1:3:2:3:i"],
    ["system:s\nint:1:0:2:3:i", "tck-range", "int:1:0:2:3:i"],
    ["system:s\nclock:0:x", "tck-syntax", "0"],
    ["system:s\nlocation:P:a{initial:", "tck-syntax", "{"],
    ["system:s\nlocation:P:a{colour: red}", "tck-attribute", "colour"],
    ["system:s\nedge:P:a:b", "tck-syntax", ""],
    ["system:s\nedge:P:a:b:e{provided: x <}", "tck-syntax", ""],
    ["system:s\nedge:P:a:b:e{provided: x || y}", "tck-syntax", "|"],
    ["system:s\nedge:P:a:b:e{provided: 3 > x > 2}", "tck-syntax", ">"],
    ["system:s\nedge:P:a:b:e{do: x == 2}", "tck-syntax", "=="],
    ["system:s\nsync:P@a:Q", "tck-syntax", ""],
    [`system:s\nedge:P:a:b:e{provided: ${"(".repeat(100_000)}x${")".repeat(100_000)}}`, "tck-syntax", "("],
  ];
  it.each(faults)("reports %s", (text, code, where) => {
    const { diagnostics } = parseTck(text);
    expect(diagnostics.map((d) => [d.code, text.slice(d.span.start, d.span.end)])).toEqual([[code, where]]);
  });

  it("goes on behind a line it cannot read", () => {
    const { tree, diagnostics } = parseTck("system:s\nprocess:1\nprocess:P\nclock:x\nclock:1:y\n");
    expect(diagnostics).toHaveLength(2);
    expect(tree.declarations.map((d) => d.kind)).toEqual(["process", "clock"]);
  });
});
