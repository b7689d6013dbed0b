import type { Random } from "./random-network.ts";

/**
 * Random models over the richer half of the language: parameterised templates and process sets, structs, references,
 * clock arrays with computed indices, quantifiers over clocks, loops, whole-struct assignment, meta variables. They are
 * put together from snippets, so they exist as text only.
 */
export function richModel(random: Random): string {
  const r = random;
  const some = (pool: readonly string[], chance: number, most: number, separator: string) => {
    const list: string[] = [];
    while (list.length < most && r.chance(chance)) list.push(r.pick(pool));
    return list.join(separator);
  };
  const invariant = () => some(invariants, 0.35, 1, " && ");
  const location = (i: number) => {
    const text = i === 0 ? (r.chance(0.4) ? "own <= 3" : "") : invariant();
    return text === "" ? `L${i}` : `L${i} { ${text} }`;
  };
  const edge = (from: number) => {
    const parts: string[] = [];
    const select = r.chance(0.3);
    const pool = select ? [...guards, ...guards.map((g) => g.replace(/\bid\b/g, "s"))] : guards;
    const updatePool = select ? [...updates, ...updates.map((u) => u.replace(/\bid\b/g, "s"))] : updates;
    if (select) parts.push("select s : id_t;");
    const sync = r.chance(0.45) ? r.pick(syncs) : "";
    const guard = some(sync.startsWith("fast") ? dataGuards : pool, 0.5, 2, " && ");
    if (guard !== "") parts.push(`guard ${guard};`);
    if (sync !== "") parts.push(`sync ${sync};`);
    const update = some(updatePool, 0.6, 3, ", ");
    if (update !== "") parts.push(`assign ${update};`);
    return `L${from} -> L${r.below(3)} { ${parts.join(" ")} }`;
  };
  const edges = [0, 1, 2, ...r.list(1, 3, () => r.below(3))].map(edge);
  const special = r.chance(0.3) ? "urgent L2;" : r.chance(0.3) ? "commit L2;" : "";
  const watcher = r.chance(0.5)
    ? `process W() { clock w; state A { w <= 2 }, B; init A; trans A -> B { guard w >= ${r.between(0, 2)}; sync go?; assign w = 0; }, A -> A { ${r.chance(0.5) ? "guard any(); " : ""}sync c[${r.below(2)}]?; assign w = 0; }, B -> A { sync fast!; }; }`
    : "";
  return `${declarations}
process T(const id_t id) {
clock own;
int[0,2] here = id;
void bump() { for (k : id_t) { if (rec[k].a < 2) { inc(rec[k].a, 1); return; } } here = 0; }
state ${[0, 1, 2].map(location).join(", ")};
${special}
init L0;
trans
${edges.join(",\n")};
}
${watcher}
system T${watcher === "" ? "" : ", W"};
`;
}

export function richQuery(random: Random, kind: "E<>" | "A[]" | "E[]" | "A<>" | "-->" | "deadlock"): string {
  const r = random;
  const formula = (depth: number): string => {
    if (depth === 0 || r.chance(0.4)) return r.pick(atoms);
    return r.chance(0.2)
      ? `!(${formula(depth - 1)})`
      : `(${formula(depth - 1)} ${r.pick(["&&", "||"])} ${formula(depth - 1)})`;
  };
  if (kind === "-->") return `${formula(1)} --> ${formula(1)}`;
  if (kind === "deadlock")
    return r.pick([
      "E<> deadlock",
      "A[] !deadlock",
      `E<> deadlock && ${formula(1)}`,
      `A[] deadlock imply ${formula(1)}`,
    ]);
  return `${kind} ${formula(2)}`;
}

const declarations = `const int N = 2;
typedef int[0,N-1] id_t;
typedef struct { int[0,2] a; bool b; } rec_t;
clock t[N];
rec_t rec[N] = { { 0, true }, { 1, false } };
int[0,1] turn = 0;
meta int[0,2] passed = 0;
const int limit[N] = { 1, 2 };
chan c[N];
broadcast chan go;
urgent chan fast;
void inc(int[0,2] &v, int d) { v = (v + d) % 3; }
bool any() { return exists (i : id_t) rec[i].b; }
int[0,4] total() { int[0,4] s = 0; for (i : id_t) s += rec[i].a; return s; }
void swap() { rec_t old = rec[0]; rec[0] = rec[1]; rec[1] = old; }
void zero(clock &k) { k = 0; }
rec_t made(int[0,2] a, bool b) { rec_t x; x.a = a; x.b = b; return x; }
rec_t mix(rec_t x, rec_t y) { rec_t z; z.a = (x.a + 2 * y.a) % 3; z.b = x.b; return z; }
int[0,2] weigh(int[0,2] x, int[0,2] y) { return (x + 2 * y) % 3; }
int[0,2] least(rec_t all[N]) { int[0,2] m = 2; int i = 0; while (i < N) { m = m <? all[i].a; i++; } return m; }
`;
const invariants = [
  "own <= 2",
  "own < 3",
  "t[id] <= limit[id]",
  "(rec[id].b || own <= 1)",
  "(forall (i : id_t) t[i] <= 3)",
  "rec[id].a <= 2",
  "own >= 1",
  "own <= rec[turn].a + 1",
];
const dataGuards = [
  "any()",
  "rec[id].b",
  "turn == id",
  "here < 2",
  "total() < 3",
  "(forall (i : id_t) rec[i].a > 0)",
  "rec[0] == rec[1]",
  "(sum (i : id_t) rec[i].a) != 2",
  "made(here, true).a == here",
  "least(rec) == 0",
];
const guards = [
  ...dataGuards,
  "own >= 1",
  "own > limit[id]",
  "t[turn] <= 2",
  "t[1 - id] >= rec[id].a",
  "(forall (i : id_t) t[i] >= 1)",
  "(rec[id].b || own < 2)",
  "own == 2",
  "total() > 1 - here && own <= 3",
];
const syncs = ["c[id]!", "c[1 - id]?", "c[turn]!", "c[turn]?", "go!", "go?", "fast!", "fast?"];
const updates = [
  "own = 0",
  "t[id] = 0",
  "t[turn] = limit[id]",
  "zero(own)",
  "zero(t[1 - id])",
  "inc(rec[id].a, 1)",
  "inc(here, 2)",
  "swap()",
  "rec[id].b = !rec[id].b",
  "turn = 1 - turn",
  "rec[id] = made(here, any())",
  "rec[id] = mix(rec[turn], mix(rec[0], rec[1]))",
  "here = weigh(here, weigh(rec[0].a, turn))",
  "here = weigh(weigh(1, here), weigh(here, 2))",
  "bump()",
  "passed = (here + 1) % 3, here = passed",
  "rec[turn] = rec[id]",
  "turn = id",
  "here = (total() + least(rec)) % 3",
];
const atoms = [
  "T(0).L0",
  "T(0).L1",
  "T(1).L2",
  "T(1).L1",
  "any()",
  "turn == 1",
  "rec[0].a == 2",
  "t[0] > 1",
  "t[1] <= 2",
  "T(0).own < 1",
  "T(1).own >= 2",
  "T(0).here == 1",
  "total() >= 2",
  "(forall (i : id_t) T(i).L0)",
  "(exists (i : id_t) T(i).L1 && t[i] > 0)",
  "t[0] == 1",
  "T(1).own != 1",
  "rec[0] != rec[1]",
];
