/**
 * Random models of equal processes, from a seed: over a scalar set, over integers, with processes named one by one, and in
 * rings. They share variables, hold elements in variables, have arrays of integers and clocks indexed by elements, binary and
 * broadcast channels, functions with loops. Those over integers may contain a trap: something that tells elements apart. In
 * uneven ones one or two elements are named by numbers; the others may be interchangeable.
 */
import type { Random } from "./random-network.ts";

export type Family = "scalar" | "integer" | "named" | "ring" | "uneven";

export interface SymmetricModel {
  readonly text: string;
  readonly queries: readonly string[];
  /** How many elements there are, and the first of them. */
  readonly size: number;
  readonly low: number;
}

/** What elements must not be used for; each alone is enough to spoil a symmetry, or part of it. */
const traps = {
  guard: [
    "p > 1",
    "p == 1",
    "o < p",
    "a[0] == 1",
    "y[1] > 1",
    "limit[p] > 1",
    "n == p",
    "o == 1",
    "first() == p",
    "b2[p] == 0",
  ],
  update: [
    "o = 1",
    "n = p",
    "a[1] = 1",
    "y[0] = 0",
    "o = first()",
    "last()",
    "n = limit[p]",
    "total(p)",
    "a[p] = a[0]",
    "b2[p] = 0",
  ],
};
/** What names one element, or a few. */
const namings = {
  guard: [
    "p == 1",
    "p != 0",
    "o == 1",
    "o != 2",
    "a[0] == 1",
    "y[1] > 1",
    "h[0] == 0",
    "late[p] > 1",
    "h[p] == 1",
    "p == 0 || a[1] == 0",
  ],
  update: [
    "o = 1",
    "a[1] = 1",
    "y[0] = 0",
    "h[p] = 0",
    "h[0] = 0",
    "b = 2",
    "n = late[p]",
    "a[p] = a[0]",
    "drop()",
    "h[2] = 2",
    "o = 0",
  ],
};
const turns = {
  guard: [
    "a[next(p)] == 0",
    "a[(p + 1) % N] == 1",
    "a[(h[p] + 1) % N] == 0",
    "y[(p + 2) % N] > 1",
    "(h[p] + 1) % N == p",
  ],
  update: [
    "a[(p + 1) % N] = 1",
    "h[p] = (h[p] + 1) % N",
    "o = (p + 1) % N",
    "h[p] = h[(p + 1) % N]",
    "y[(p + N - 1) % N] = 0",
    "a[next(p)] = 0",
  ],
};

export function symmetricModel(r: Random, family: Family): SymmetricModel {
  const isUneven = family === "uneven";
  const size = isUneven ? r.between(4, 5) : r.between(family === "ring" ? 3 : 2, 4);
  const low = family === "named" ? 1 : 0;
  const isScalar = family === "scalar";
  const trapped = !isScalar && !isUneven && r.chance(0.35);
  const turning = family === "ring" || (trapped && r.chance(0.3));
  const locations = ["A", "B", "C", "D"].slice(0, r.between(2, 4));
  // Variables that hold an element may also hold none, if that can be said.
  const none = !isScalar && r.chance(family === "ring" ? 0.8 : 0.6);
  const holder = none ? `int[${low - 1},${low + size - 1}]` : "id_t";
  const start = none ? ` = ${low - 1}` : "";
  const guards = [
    "true",
    "n < 2",
    "n > 0",
    "!f",
    "f && o == p",
    "a[p] == 0",
    "a[p] < 2",
    "o != p",
    "exists (i : id_t) a[i] == 1",
    "forall (i : id_t) a[i] < 2",
    "x > 1",
    "x <= 2",
    "y[p] >= 1",
    "(sum (i : id_t) a[i]) < 3",
    "b2[p] == 0 || f",
    "h[p] == p",
    "some()",
  ];
  const updates = [
    "x = 0",
    "y[p] = 0",
    "n = (n + 1) % 3",
    "f = !f",
    "o = p",
    "a[p] = (a[p] + 1) % 3",
    "b = o",
    "x = 1",
    "h[p] = p",
    "h[p] = o",
    "clear()",
    "total2()",
    ...(none ? [] : ["a[o] = 0"]),
  ].filter((u) => !((none || family === "ring") && u === "h[p] = o"));
  const naming = {
    guard: r.list(1, 2, () => r.pick(namings.guard)),
    update: r.list(1, 2, () => r.pick(namings.update)),
  };
  const guard = () =>
    isUneven && r.chance(0.2)
      ? r.pick(naming.guard)
      : trapped && r.chance(0.12)
        ? r.pick(traps.guard)
        : turning && r.chance(0.2)
          ? r.pick(turns.guard)
          : r.pick(guards);
  const update = () =>
    isUneven && r.chance(0.2)
      ? r.pick(naming.update)
      : trapped && r.chance(0.12)
        ? r.pick(traps.update)
        : turning && r.chance(0.2)
          ? r.pick(turns.update)
          : r.pick(updates);
  const sync = () =>
    r.pick(["", "", "sync c!; ", "sync c?; ", "sync d!; ", "sync d?; ", "sync e[p]!; ", "sync e[q]?; "]);
  const edge = () => {
    const s = sync();
    const chosen = [...new Set(r.list(0, 2, update))];
    const select = s.includes("[q]") ? "select q : id_t; " : "";
    return `${r.pick(locations)} -> ${r.pick(locations)} { ${select}guard ${guard()}; ${s}${chosen.length > 0 ? `assign ${chosen.join(", ")}; ` : ""}}`;
  };
  const state = (name: string) => (r.chance(0.4) ? `${name} { x <= ${r.between(1, 3)} }` : name);
  const elements = Array.from({ length: size }, (_, k) => low + k);
  const isConst = isScalar || r.chance(0.7);
  const processes = family === "named" ? elements.map((e) => `P${e} = P(${e});`).join(" ") : "";
  const name = (e: number) => (family === "named" ? `P${e}` : `P(${e})`);
  const dims = isScalar || r.chance(0.5) ? "id_t" : `${low + size}`;
  const arithmetic = isScalar
    ? ""
    : `const int limit[${low + size}] = { ${Array.from({ length: low + size }, () => (trapped ? r.between(0, 2) : 1)).join(", ")} };
id_t next(id_t i) { return ${low === 0 ? "(i + 1) % N" : "i == N ? 1 : i + 1"}; }
id_t first() { for (i : id_t) if (a[i] == 1) return i; return ${low}; }
void last() { for (i : id_t) if (a[i] == 0) o = i; }
const int late[${low + size}] = { ${Array.from({ length: low + size }, (_, k) => (isUneven && k < 2 ? 2 : 1)).join(", ")} };
void drop() { int[0,N-1] i = 0; while (i + 1 < N) { h[i] = h[i + 1]; i++; } h[i] = 0; }
void total(id_t me) { int i; for (i = me; i < ${low + size}; i++) a[i] = 0; }
`;
  // In a ring each holds itself at first, or all hold nobody.
  const heldCount = dims === "id_t" ? size : low + size;
  const heldOwn = family === "ring";
  const heldType = none && !heldOwn ? holder : "id_t";
  const heldValues = Array.from({ length: heldCount }, (_, k) => (heldOwn ? k : low - 1));
  const heldStart = heldOwn || none ? ` = { ${heldValues.join(", ")} }` : "";
  const text = `const int N = ${size};
typedef ${isScalar ? "scalar[N]" : `int[${low},${low + size - 1}]`} id_t;
int[0,2] n; bool f; ${holder} o${start}, b${start}; int[0,2] a[${dims}]; int[0,1] b2[${dims}]; ${heldType} h[${dims}]${heldStart};
clock y[${dims}]; chan c; broadcast chan d; chan e[${dims}];
bool some() { for (i : id_t) if (a[i] == 2) return true; return false; }
void clear() { for (i : id_t) b2[i] = 0; }
void total2() { for (i : id_t) if (a[i] > 1) b2[i] = 1; }
${arithmetic}process P(${isConst ? "const " : ""}id_t p) { clock x; state ${locations.map(state).join(", ")}; ${r.chance(0.3) ? `urgent ${locations[1]}; ` : ""}init A; trans ${r.list(2, 6, edge).join(", ")}; }
process Q() { state S, T; init S; trans S -> T { guard n == 1; sync c!; }, T -> S { sync d!; }, S -> S { sync c?; assign n = 0; }; }
${processes}
system ${family === "named" ? elements.map((e) => `P${e}`).join(", ") : "P"}, Q;
`;
  const [first, second] = [name(low), name(low + 1)];
  const all = (op: string, make: (of: string, e: number) => string) =>
    elements.map((e) => make(name(e), e)).join(` ${op} `);
  const general =
    family === "named"
      ? [
          `E<> (${all("or", (p) => `${p}.B`)}) and n == 2`,
          `A[] ${all("and", (p, e) => `(${p}.A or a[${e}] < 2)`)}`,
          "A[] not deadlock",
        ]
      : [
          "E<> exists (i : id_t) P(i).B and n == 2",
          "A[] forall (i : id_t) P(i).A or a[i] < 2",
          "A[] not deadlock",
          "E<> exists (i : id_t) exists (j : id_t) i != j and P(i).B and P(j).B and o == i",
          "E<> f and exists (i : id_t) y[i] > 3 and P(i).A",
        ];
  const named = isScalar
    ? []
    : [
        `E<> ${first}.B`,
        `E<> ${second}.B and n == 2`,
        `A[] not (${first}.B and a[${low + 1}] == 1)`,
        `E<> o == ${low + 1} and f`,
        `E<> ${second}.x > 4 and ${second}.B`,
        `E<> deadlock and ${first}.B`,
        "E<> o > 1",
        `A[] ${first}.A imply y[${low}] <= 5`,
      ];
  const bounds = [
    "sup: n",
    ...(isScalar ? [] : [`sup{${first}.B}: n`, `sup: a[${low + 1}]`, `inf{${second}.B}: ${second}.x`]),
  ];
  const some = family === "named" ? `(${all("or", (p) => `${p}.B`)})` : "(exists (i : id_t) P(i).B)";
  const liveness = [
    `A<> ${some}`,
    "A<> n == 1 or f",
    `E[] not ${some} or n < 2`,
    `${some} --> n == 0`,
    "n == 1 --> not f",
    ...(isScalar ? [] : [`A<> ${first}.B`, `${second}.B --> ${second}.A`, `E[] not ${second}.B and n < 2`]),
  ];
  return { text, queries: [...general, ...named, ...bounds, ...liveness], size, low };
}
