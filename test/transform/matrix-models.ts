/**
 * One small system for each construct of docs/compatibility.md that a transformation could get wrong. Specification S and
 * implementation I are of one shape, so that a construct that is put into their text stands in both; E is their partner, B
 * waits busily, W is a pair of processes that only names tell apart.
 */
const cycle = (name: string, low: number, high: number): string => `process ${name}() {
  clock x, z; int[0,3] k;
  state o, i { x <= ${high} }; init o;
  trans o -> i { sync a!; assign x = 0, k = 1; }, i -> o { guard x >= ${low} && k >= 0; sync b!; };
}
`;

export const plain = `chan a, b; typedef int[0,1] id_t; bool in[id_t]; int[0,7] n;
${cycle("S", 1, 5)}${cycle("I", 2, 4)}process E() { state e; init e; trans e -> e { sync a?; }, e -> e { sync b?; assign n = (n + 1) % 3; }; }
process B() { clock y; state p { y <= 2 }, q; init p; trans p -> p { guard y >= 1; assign y = 0; }, p -> q { guard n == 2; }; }
process W(const id_t j) { state w, u; init w; trans w -> u { assign in[j] = true; }, u -> w { guard in[j]; assign in[j] = false; }; }
system I, E, B, W;
`;

type Change = readonly (readonly [string | RegExp, string])[];

const changed = (changes: Change): string => {
  let text = plain;
  for (const [from, to] of changes) {
    const next = text.replaceAll(from, to);
    if (next === text) throw new Error(`nothing to replace: ${from}`);
    text = next;
  }
  return text;
};

/** By the name that docs/compatibility.md has for it. */
export const constructs: Readonly<Record<string, string>> = {
  "nothing special": plain,
  "process priorities": changed([["system I, E, B, W", "system B < I, E < W"]]),
  "channel priorities": changed([["chan a, b;", "chan a, b; chan priority a < default < b;"]]),
  "urgent channels": changed([["chan a, b;", "urgent chan a; chan b;"]]),
  "broadcast channels": changed([["chan a, b;", "broadcast chan a; chan b;"]]),
  "committed locations": changed([[/ init o;/g, " commit o; init o;"]]),
  "urgent locations": changed([[/ init o;/g, " urgent o; init o;"]]),
  stopwatches: changed([
    [/i \{ x <= (\d) \}/g, "i { x <= $1 && z' == 0 }"],
    [" && k >= 0", " && z <= 20"],
  ]),
  "differences of clocks": changed([[" && k >= 0", " && x - z <= 0"]]),
  "clocks copied from clocks": changed([["x = 0, k", "z = x, x = 0, k"]]),
  "initial values of clocks": changed([
    ["clock x, z;", "clock x = 2, z;"],
    ["o -> i { sync", "o -> i { guard x - z >= 2; sync"],
  ]),
  "branch points": changed([
    [/i \{ x <= (\d) \}; init o;/g, "i { x <= $1 }; branchpoint m; init o;"],
    ["o -> i { sync", "m -> i { }, m -> i { assign k = 3; }, o -> m { sync"],
  ]),
  "functions with side effects": changed([
    ["k = 1;", "put(1);"],
    ["int[0,3] k;", "int[0,3] k; void put(int v) { k = v; n = 1; }"],
  ]),
  scalars: changed([
    ["int[0,7] n;", "int[0,7] n; int[0,1] marks[set_t];"],
    ["chan a, b;", "typedef scalar[2] set_t; chan a[set_t], b[set_t]; set_t s;"],
    ["sync b!;", "sync b[s]!;"],
    ["sync b?;", "select m : set_t; sync b[m]?;"],
    ["sync a!;", "select m : set_t; sync a[m]!;"],
    ["sync a?;", "select m : set_t; sync a[m]?;"],
    ["k = 1;", "k = 1, s = m, marks[m] = 1 - marks[m];"],
  ]),
  "meta variables": changed([
    ["int[0,7] n;", "int[0,7] n; meta int[0,3] t;"],
    ["k = 1;", "t = 1 - k, k = t;"],
  ]),
  "doubles and hybrid clocks": changed([
    ["int[0,7] n;", "int[0,7] n; double d; hybrid clock h;"],
    ["k = 1;", "k = 1, d = d + 0.5;"],
  ]),
  "dynamic templates": changed([
    ["chan a, b;", "chan a, b; dynamic D();"],
    ["process E()", "process D() { state s; init s; }\nprocess E()"],
    ["n = (n + 1) % 3", "n = (n + 1) % 3, spawn D()"],
  ]),
  "synchronisation without ! and ?": changed([
    [/sync a[!?]/g, "sync a"],
    [/sync b[!?]/g, "sync b"],
  ]),
  "before_update, after_update": changed([["int[0,7] n;", "int[0,7] n; int[0,1] h; before_update { h = 1 }"]]),
  "channel arrays": changed([
    ["chan a, b;", "chan a[2], b[2];"],
    ["sync b!;", "sync b[k]!;"],
    ["sync b?;", "select v : int[0,1]; sync b[v]?;"],
    ["sync a!; assign x = 0, k = 1;", "select v : int[0,1]; sync a[v]!; assign x = 0, k = v;"],
    ["e -> e { sync a?; }", "e -> e { select v : int[0,1]; sync a[v]?; }"],
  ]),
  "choices of channels": changed([["sync b!", "sync (k > 0 ? b : a)!"]]),
  "shared variables": changed([
    ["int[0,7] n;", "int[0,7] n; int[0,3] g;"],
    ["k = 1;", "k = 1, g = 1 - g;"],
  ]),
  "global clocks": changed([
    ["int[0,7] n;", "int[0,7] n; clock c;"],
    ["x = 0, k", "x = 0, c = 0, k"],
    [" && k >= 0", " && c >= 1"],
  ]),
  "invariants over data": changed([[/i \{ x <= (\d) \}/g, "i { x <= $1 && (k < 3 || x <= 2) }"]]),
  quantifiers: changed([[" && k >= 0", " && forall (f : int[0,1]) k + f >= 0"]]),
  "parameters by reference": changed([
    ["process I()", "process J(int[0,7] &r)"],
    ["system I", "I = J(n); system I"],
  ]),
  "progress measures": changed([["system I, E, B, W;", "system I, E, B, W; progress { n; }"]]),
};

/** Asked of all; what UPPAAL refuses for a construct is left out on both sides. */
export const queries = [
  "E<> I.i && B.q",
  "E<> I.i && I.k == 3",
  "A[] I.k <= 1",
  "E<> n == 2 && forall (j : id_t) W(j).u",
  "A[] not (n == 2 && I.i)",
  "E<> B.q && n == 0 && I.o",
  "A[] not deadlock",
  "I.i --> I.o",
];
