import type { Random } from "../agree/random-network.ts";

/**
 * Random models in which variables are mostly compared with constants, set to constants or chosen values, and copied to each
 * other: what classes of values are about; and the ways in which a value can matter without a comparison: faults, indices,
 * references, structs, meta variables, invariants, channels, priorities. Two processes with variables of their own and common
 * ones of narrower and wider ranges.
 */
export function classModel(r: Random): string {
  const part = (pool: readonly string[], least: number): string[] =>
    pool.filter(() => r.chance(0.3)).concat(r.list(least, least, () => r.pick(pool)));
  const process = (name: string): string => {
    const [guards, updates] = [part(guardPool, 3), part(updatePool, 3)];
    const count = r.between(2, 4);
    const several = (pool: readonly string[], chance: number, most: number): string[] => {
      const list: string[] = [];
      while (list.length < most && r.chance(chance)) list.push(r.pick(pool));
      return list;
    };
    const edge = (from: number): string => {
      const chosen = r.chance(0.4);
      const guard = several(guards, 0.5, 2).join(" && ");
      const update = [...(chosen ? [r.pick(["u = s", "g = s", "h = s % 5"])] : []), ...several(updates, 0.6, 3)];
      const parts = [
        chosen ? "select s : wide_t;" : "",
        guard === "" ? "" : `guard ${guard};`,
        r.chance(0.35)
          ? `sync ${r.pick(["one!", "one?", "all!", "all?", "bin[u == 5]!", "bin[1]?", "now!", "now?"])};`
          : "",
        update.length === 0 ? "" : `assign ${update.join(", ")};`,
      ];
      return `L${from} -> L${r.chance(0.6) ? (from + 1) % count : r.below(count)} { ${parts.join(" ")} }`;
    };
    const edges = [...Array(count).keys(), ...r.list(0, 2, () => r.below(count))].map(edge);
    const states = [...Array(count).keys()].map(
      (i) =>
        `L${i}${r.chance(0.2) ? " { x <= 2 }" : r.chance(0.2) ? ` { ${r.pick(["u < 7", "g != 3", "x <= g", "flag || x <= 1", "r > 1 || x <= 2"])} }` : ""}`,
    );
    const mark = r.chance(0.15) ? "commit L1;" : r.chance(0.15) ? "urgent L1;" : "";
    return `process ${name}(const int[0,1] id, wide_t &r) {\n${locals}\nstate ${states.join(", ")};\n${mark}\ninit L0;\ntrans\n${edges.join(",\n")};\n}\n`;
  };
  const alike = r.chance(0.4);
  const priorities = r.chance(0.15) ? `chan priority ${r.pick(["one < default", "default < all < bin"])};\n` : "";
  const processes = `${process("T")}${alike ? "" : process("Q")}P0 = T(0, g);\nP1 = ${alike ? "T" : "Q"}(1, ${r.pick(["h", "g"])});\n`;
  return `${globals}${priorities}${processes}system P0${r.chance(0.1) ? " < " : ", "}P1;\n`;
}

const globals = `typedef int[0,9] wide_t;
chan one, bin[2]; broadcast chan all; urgent chan now;
wide_t g = 4, h, k = 2;
meta wide_t passed;
struct { wide_t a; wide_t b; } pair, other;
int[0,5] few;
bool flag;
int[0,9] list[2];
bool isFive(int n) { return n == 5; }
bool isHigh() { return g > 6; }
void forget() { if (h < 3) k = h; else h = 0; }
void put(wide_t &n, int m) { n = m; }
int half(int n) { int m = n; while (m > 4) m = m - 2; return m; }
`;
const locals = `wide_t u, v = 1;
clock x;
`;
const guardPool = [
  "u == 5",
  "u != 5",
  "u < 3",
  "3 <= u",
  "(u > 6 || v == 2)",
  "g == 4",
  "g >= 7",
  "4 > g",
  "h == id",
  "h != 0 && h < 8",
  "!(k == 2)",
  "flag",
  "few > 2",
  "isFive(u)",
  "isHigh()",
  "x <= 2",
  "x >= 1",
  "u == v",
  "list[id] == 3",
  "(h > 4 ? g < 3 : g > 1)",
  "k",
  "r == 6",
  "pair.a > 5",
  "other.b == 2",
  "10 / u > 3",
  "list[h % 2] < 5",
  "half(k) == 4",
  "(exists (i : int[0,1]) list[i] == u)",
];
const updatePool = [
  "u = 5",
  "u = 0",
  "g = 9",
  "g = 4",
  "h = id",
  "v = u",
  "u = v",
  "g = u",
  "u = g",
  "h = g",
  "few = u",
  "few = 3",
  "k = h",
  "v = k = h",
  "flag = u == 5",
  "flag = g > 6",
  "u = flag ? g : v",
  "u = u > 4 ? 8 : 1",
  "x = 0",
  "x = k",
  "v = (v + 1) % 10",
  "forget()",
  "list[0] = u",
  "u = list[id]",
  "u = h, h = v, v = 0",
  "h = 0, k = h",
  "r = u",
  "u = r",
  "pair.a = u",
  "pair.b = 3",
  "u = pair.a",
  "pair = other",
  "put(k, u)",
  "put(u, 7)",
  "passed = u, v = passed",
  "v = 12 / (u - 4)",
  "u = 9 - g",
  "g = u - 1",
  "list[few] = 3",
  "h = half(g)",
  "flag = !flag",
  "u > 5 ? v = 1 : k = 2",
];

export const classKinds = ["E<>", "A[]", "deadlock", "E[]", "A<>", "-->", "sup"] as const;
type ClassKind = (typeof classKinds)[number];
const atoms = [
  "P0.L1",
  "P1.L1 && P0.L0",
  "P0.u == 5",
  "P1.v > 3",
  "g == 9",
  "h < 2",
  "flag",
  "P0.L1 && P0.u > 7",
  "few == 3",
  "P0.x > 1",
  "k != 2 || P1.L1",
  "g == h",
];

export function classQuery(r: Random, kind: ClassKind): string {
  const formula = (): string =>
    r.chance(0.5) ? r.pick(atoms) : `(${r.pick(atoms)}) ${r.pick(["&&", "||"])} (${r.pick(atoms)})`;
  switch (kind) {
    case "deadlock":
      return r.pick(["A[] not deadlock", `E<> deadlock && ${formula()}`]);
    case "-->":
      return `${formula()} --> ${formula()}`;
    case "sup":
      return r.chance(0.5) ? "sup: g, P0.x" : `sup{${formula()}}: P0.u, h`;
    default:
      return `${kind} ${formula()}`;
  }
}
