import type { Random } from "../agree/random-network.ts";

/**
 * Random models in which values are copied about, passed over channels, forgotten and overwritten: what the analysis of
 * dead variables is about. Two processes of one template with parameters by value and by reference, and one of another;
 * structs, arrays, functions with loops and early returns. Put together from snippets.
 */
export function deadModel(r: Random): string {
  const some = (pool: readonly string[], chance: number, most: number, separator: string): string => {
    const list: string[] = [];
    while (list.length < most && r.chance(chance)) list.push(r.pick(pool));
    return list.join(separator);
  };
  // Each model uses a part of the pool, so that variables stay dead in some.
  const part = (pool: readonly string[], least: number): string[] =>
    pool.filter(() => r.chance(0.35)).concat(r.list(least, least, () => r.pick(pool)));
  const process = (
    name: string,
    parameters: string,
    own: string,
    guardPool: readonly string[],
    updatePool: readonly string[],
    syncs: readonly string[],
  ): string => {
    const [guards, updates] = [part(guardPool, 2), part(updatePool, 4)];
    const count = r.between(2, 4);
    const edge = (from: number): string => {
      const select = r.chance(0.3);
      const parts = select ? ["select s : val_t;"] : [];
      const guard = some(guards, 0.35, 2, " && ");
      if (guard !== "") parts.push(`guard ${guard};`);
      if (r.chance(0.4)) parts.push(`sync ${r.pick(syncs)};`);
      const update = [
        ...(select ? [r.pick(["u = s", "v = s"])] : []),
        ...some(updates, 0.6, 3, ", ")
          .split(", ")
          .filter((u) => u !== ""),
      ].join(", ");
      if (update !== "") parts.push(`assign ${update};`);
      return `L${from} -> L${r.chance(0.6) ? (from + 1) % count : r.below(count)} { ${parts.join(" ")} }`;
    };
    const edges = [...Array(count).keys(), ...r.list(0, 2, () => r.below(count))].map(edge);
    const states = [...Array(count).keys()].map(
      (i) => `L${i}${r.chance(0.2) ? " { x <= 2 }" : r.chance(0.1) ? " { u < 3 }" : ""}`,
    );
    const mark = r.chance(0.15) ? "commit L1;" : r.chance(0.15) ? "urgent L1;" : "";
    return `process ${name}(${parameters}) {\n${own}\nstate ${states.join(", ")};\n${mark}\ninit L0;\ntrans\n${edges.join(",\n")};\n}\n`;
  };
  const hooks = r.chance(0.1) ? `after_update { ${r.pick(["g = h", "h = 1", "tick = 1 - tick"])} }\n` : "";
  return `${globals}${hooks}${process("T", "const int[0,1] id, val_t &ref", locals, localGuards, localUpdates, localSyncs)}${process("Q", "", "val_t u, v = 1; clock x;", plainGuards, plainUpdates, plainSyncs)}P0 = T(0, r0);\nP1 = T(1, r1);\nsystem P0, P1${r.chance(0.7) ? ", Q" : ""};\n`;
}

const globals = `typedef int[0,3] val_t;
typedef struct { val_t a; val_t b; } pair_t;
chan bin[2], one; broadcast chan all;
val_t g, h, pass, wide, r0, r1 = 1;
int[0,1] tick;
int[1,3] odd = 2;
bool flag;
val_t arr[3] = {1, 2, 0};
pair_t pair = {1, 0}, msg;
clock z;
int small(int v) { if (v > 2) return 1; return v % 3; }
void put(val_t &to, val_t v) { to = v; }
void fill(val_t v) { int i; for (i = 0; i < 3; i++) arr[i] = v; }
int find(val_t v) { int i = 0; while (i < 3) { if (arr[i] == v) return i; i++; } return 0; }
val_t twice(val_t v) { return small(small(v) + 1); }
val_t late(val_t v) { val_t t = v; for (k : int[0,2]) { if (arr[k] > t) return t; t = arr[k]; } return g; }
`;
const locals = `val_t u, v = id;
val_t own[2] = {2, 1};
pair_t p;
clock x;
val_t peek(val_t k) { return k > 1 ? u : v; }
void swap() { val_t t = u; u = v; v = t; }
void sort() { if (own[0] > own[1]) { val_t t = own[0]; own[0] = own[1]; own[1] = t; } }
`;
const plainGuards = [
  "u < 2",
  "v == 1",
  "g > h",
  "flag",
  "x <= 2",
  "x >= 1",
  "arr[u % 3] == v",
  "odd != 2",
  "pair.a == 1",
  "z >= 1",
  "find(u) < 2",
  "tick == 0",
];
const localGuards = [
  ...plainGuards,
  "own[0] > 0",
  "ref != 1",
  "p.a == p.b",
  "forall (k : int[0,1]) own[k] < 3",
  "late(v) > 0",
];
const plainUpdates = [
  "u = v",
  "v = (u + 1) % 4",
  "v = small(u)",
  "g = u",
  "u = g",
  "pass = u",
  "v = pass",
  "h = (h + 1) % 3",
  "x = 0",
  "x = u",
  "odd = 1 + u % 3",
  "u = find(v)",
  "u = u > 1 ? v : g",
  "flag = !flag",
  "flag = u > v",
  "pair.a = u",
  "u = pair.b",
  "fill(u)",
  "msg.a = u, msg.b = v",
  "u = msg.a",
  "v = msg.b",
  "u = twice(v)",
  "arr[g % 3] = u",
  "u = 3 / odd",
  "g = 0",
  "pass = 0",
  "z = 0",
  "u = 0",
  "v = 0",
  "tick = 1 - tick",
  "wide = (wide + u) % 4",
  "u = late(v)",
];
const localUpdates = [
  ...plainUpdates,
  "own[id] = u",
  "own[u % 2] = v",
  "u = own[0]",
  "p.a = u",
  "p.b = p.a",
  "u = p.b",
  "put(ref, u)",
  "u = ref",
  "put(own[1], v)",
  "p = pair",
  "pair = p",
  "swap()",
  "sort()",
  "v = peek(u)",
  "u = peek(2)",
  "own[0] = id",
  "p.a = 0, p.b = 0",
  "ref = 0",
  "wide = wide + 1",
  "u = 3 / v",
];
const plainSyncs = ["one!", "one?", "all!", "all?", "bin[0]!", "bin[1]?", "bin[u % 2]!"];
const localSyncs = ["bin[id]!", "bin[1 - id]?", "one!", "one?", "all!", "all?", "bin[u % 2]?"];

export type DeadKind = "E<>" | "A[]" | "E[]" | "A<>" | "-->" | "deadlock" | "sup";
const atoms = [
  "P0.L1",
  "P1.L2 && P0.L0",
  "P0.u == 2",
  "P1.L1 imply P1.v > 0",
  "g == 2",
  "P0.L1 && P0.u > 1",
  "!P0.L0 || P1.p.b < 2",
  "forall (k : int[0,1]) P0.own[k] < 3",
  "flag",
  "P0.x > 1",
  "arr[P0.u % 3] == 1",
  "msg.a > 1",
  "pass == 3",
  "r0 == 1",
  "true",
  "P0.L1 || P1.L1 && z < 2",
];

export function deadQuery(r: Random, kind: DeadKind): string {
  const locations = (text: string): string => text.replaceAll("L2", "L1");
  const formula = (): string =>
    locations(r.chance(0.5) ? r.pick(atoms) : `(${r.pick(atoms)}) ${r.pick(["&&", "||"])} (${r.pick(atoms)})`);
  switch (kind) {
    case "deadlock":
      return r.pick(["A[] not deadlock", `E<> deadlock && ${formula()}`, `A[] deadlock imply ${formula()}`]);
    case "-->":
      return `${formula()} --> ${formula()}`;
    case "sup":
      return r.chance(0.5) ? `sup: g, P0.v` : `sup{${formula()}}: P0.u, P1.own[0]`;
    default:
      return `${kind} ${formula()}`;
  }
}
