/**
 * Numbers that nobody reads name nobody: the train gate with a queue whose cells are cleared with the number of a train.
 * Each trap reads such a number after all, in one way, and then it stays; and random models answer the same with numbers
 * replaced and not.
 */
import { describe, expect, test } from "vitest";
import { findSymmetry } from "../../src/analysis/index.ts";
import { open, verify } from "../../src/index.ts";
import type { Network } from "../../src/network/index.ts";
import { namingNobody } from "../../src/reduce/index.ts";
import { nameless } from "../../src/search/index.ts";
import { nobodyDifference } from "../agree/nobody.ts";
import { many } from "../many.ts";

const gate = `const int N = 3;
typedef int[0,N-1] id_t;
chan appr[N], stop[N], go[N], leave[N]; int[0,1] a[N]; bool b;
process Train(const id_t id) { clock x; state Safe, Appr { x <= 6 }, Stop, Cross { x <= 2 }; init Safe;
trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Stop { guard x <= 3; sync stop[id]?; },
Appr -> Cross { guard x >= 4; assign x = 0; }, Stop -> Appr { sync go[id]?; assign x = 1; }, Cross -> Safe { sync leave[id]!; }; }
process Gate() { id_t q[N+1]; int[0,N] len;
void enqueue(id_t t) { q[len++] = t; }
void dequeue() { int i = 0; len -= 1; while (i < len) { q[i] = q[i + 1]; i++; } q[i] = 0; }
id_t front() { return q[0]; }
id_t tail() { return q[len - 1]; }
bool none() { return q[len] == 0; }
state Free, Occ, Full; commit Full; init Free;
trans Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
Free -> Occ { guard len > 0; sync go[front()]!; },
Occ -> Free { select e : id_t; guard e == front(); sync leave[e]?; assign dequeue(); },
Occ -> Full { select e : id_t; sync appr[e]?; assign enqueue(e); },
Full -> Occ { sync stop[tail()]!; }; }
system Train, Gate;
`;

/** The sets of elements that may change places, where numbers that nobody reads name nobody. */
function classes(network: Network): string {
  return findSymmetry(nameless(network) ?? network)
    .found.map((f) => f.classes.map((c) => c.join(" ")).join("; "))
    .join("; ");
}

test("a number in a cell that is dead there names nobody, nor does what dead cells begin with", () => {
  const { network } = open(gate);
  expect(findSymmetry(network!).found.map((f) => f.classes)).toEqual([[[1, 2]]]);
  expect(classes(network!)).toBe("0 1 2");
  const apart = gate.replace("id_t q[N+1];", "id_t q[N+1] = { 2, 1, 0, 1 };");
  expect(classes(open(apart).network!)).toBe("0 1 2");
});

test("the search says so, and stores fewer states", () => {
  const model = open(gate);
  const { query } = model.query("A[] not deadlock");
  const ask = (symmetry: boolean) => verify(model.network!, query!, { symmetry });
  const [plain, reduced] = [ask(false), ask(true)];
  expect(reduced.outcome).toBe(plain.outcome);
  expect(reduced.reductions).toContain("numbers");
  expect(reduced.statistics.stored * 4).toBeLessThan(plain.statistics.stored);
});

// Each makes a number be read that nobody reads in the model above.
describe("a number that is read stays", () => {
  test.each([
    ["a guard", "guard len == 0; sync appr", "guard len == 0 && q[0] == 0; sync appr"],
    ["a guard of another value", "guard len == 0; sync appr", "guard len == 0 && q[0] != e; sync appr"],
    ["a guard by the length", "guard len > 0; sync go", "guard len > 0 && q[len] == 0; sync go"],
    ["a function", "guard len > 0; sync go", "guard len > 0 && none(); sync go"],
    ["an index", "assign dequeue();", "assign dequeue(), a[q[len]] = 1;"],
    [
      "a channel",
      "guard len > 0; sync go[front()]!;",
      "guard len > 0; sync go[tail()]!; },\nFree -> Occ { sync go[front()]!;",
    ],
    ["an invariant", "state Free, Occ", "state Free { q[0] < 3 || b }, Occ"],
    ["a condition", "assign dequeue();", "assign dequeue(), b = q[0] == 0;"],
    ["a quantifier", "guard len == 0; sync appr", "guard len == 0 && exists (i : id_t) q[i] != 0; sync appr"],
    ["a copy that is read", "q[i] = 0; }", "q[i] = 0; q[0] = q[i]; }"],
    ["a length that is not known", "Full -> Occ {", "Occ -> Occ { select k : id_t; assign len = k; },\nFull -> Occ {"],
  ])("%s", (_, old, by) => {
    const text = gate.replace(old, by);
    expect(text).not.toBe(gate);
    expect(classes(open(text).network!)).not.toBe("0 1 2");
  });
});

test("what the query looks at stays", () => {
  const model = open(gate);
  for (const text of ["E<> Gate.q[0] != 0 && Gate.len == 0", "E<> Gate.q[1] == 0 && Gate.len == 1", "sup: Gate.q[0]"]) {
    const { query } = model.query(text);
    const named = namingNobody(model.network!, query!);
    const [a, b] = [model.network!, named ?? model.network!].map((network) =>
      verify(network, query!, { symmetry: false }),
    );
    expect([text, b!.outcome, b!.values]).toEqual([text, a!.outcome, a!.values]);
    const first = [...model.network!.slots].findIndex((s) => s.name === "Gate.q[0]");
    if (text.includes("q[0]")) expect(named?.slots.at(first)?.initial ?? 0).toBe(0);
  }
});

test("a fault is the model's, with its own values", () => {
  const model = open(gate.replace("id_t q[N+1];", "id_t q[2];"));
  const { query } = model.query("A[] not deadlock");
  const [a, b] = [true, false].map((symmetry) => verify(model.network!, query!, { symmetry }));
  expect(a!.outcome).toBe("fault");
  expect(a!.reason).toBe(b!.reason);
  expect(JSON.stringify(a!.fault)).not.toContain("-1");
});

test("a value below the range that comes of a turn stays a fault", () => {
  const model = open(`typedef int[1,3] data; data g = 1, box = 1, m = 1; bool f; process P() { state A; init A;
trans A -> A { select d : data; assign m = d; }, A -> A { assign box = g; }, A -> A { assign g = (g + 1) % 4; }; } system P;`);
  for (const text of ["A[] g <= 9", "sup: g", "E<> f"]) {
    const { query } = model.query(text);
    const ways = [{}, { symmetry: false }, { compiled: false }, { reduce: false }];
    expect([text, ...ways.map((wishes) => verify(model.network!, query!, wishes).outcome)]).toEqual([
      text,
      ...ways.map(() => "fault"),
    ]);
  }
});

// A number just below the range stands for nobody, but the model may write it, too.
test.each([
  ["a constant", "g = NONE"],
  ["a choice", "g = f ? box : NONE"],
  ["a choice in a choice", "g = f ? box : (n == 2 ? g : NONE)"],
  ["what an assignment yields", "g = (box = NONE)"],
  ["an argument", "put(n == 1 ? NONE : box)"],
  ["a result", "g = give()"],
  ["a variable of a function", "keep()"],
])("a number below the range stays a fault: %s", (_, update) => {
  const model = open(`typedef int[0,3] data; const int NONE = -1; data g = 0, box = 0; bool f; int[0,2] n;
void put(data d) { g = d; } data give() { return n == 1 ? NONE : box; } void keep() { data d = NONE; g = d; }
process P() { state A, B; init A; trans A -> B { select d : data; assign g = d; }, B -> B { assign box = g; },
B -> A { guard n < 2; assign ${update}, n = n + 1; }, A -> A { guard n == 2; assign f = true; }, A -> A { assign n = 0; }; } system P;`);
  for (const text of ["A[] n < 3", "A[] not deadlock", "sup: n"]) {
    const { query } = model.query(text);
    const ways = [{}, { symmetry: false }, { compiled: false }, { reduce: false }];
    expect([text, ...ways.map((wishes) => verify(model.network!, query!, wishes).outcome)]).toEqual([
      text,
      ...ways.map(() => "fault"),
    ]);
  }
});

test("random queues answer the same with numbers replaced", () => {
  let count = 0;
  for (let seed = 1; seed <= many(15); seed++) {
    const { problem, replaced } = nobodyDifference(seed);
    if (replaced) count++;
    expect(problem).toBeUndefined();
  }
  expect(count).toBeGreaterThan(0);
});
