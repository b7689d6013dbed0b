import type { Random } from "./random-network.ts";
import type { SymmetricModel } from "./symmetric-models.ts";

/**
 * Random models in which elements point to each other, alone or in pairs: functional graphs, relations, tournaments of
 * clocks. Many elements are tied in many states, which is what finding a representative is hard for. Four to seven elements,
 * scalars or integers.
 */
export function graphModel(r: Random): SymmetricModel {
  const size = r.between(4, 7);
  const isScalar = r.chance(0.5);
  const holds = isScalar || r.chance(0.5) ? "id_t" : `int[-1,${size - 1}]`;
  const none = holds === "id_t" ? "" : ` = { ${Array.from({ length: size }, () => "-1").join(", ")} }`;
  // Integers that name elements begin with one that is named, unless they hold nobody.
  const own = isScalar || none !== "" ? none : ` = { ${Array.from({ length: size }, (_, k) => k).join(", ")} }`;
  const guards = [
    "f[p] == p",
    "f[p] != q",
    "e[p][q]",
    "!e[q][p]",
    "n < 3",
    "e[p][p]",
    "x <= 2",
    "y[p] > 1",
    "f[q] == p",
  ];
  const updates = [
    "f[p] = q",
    "f[p] = p",
    "e[p][q] = !e[p][q]",
    "e[p][p] = true",
    "y[p] = 0",
    "x = 0",
    "e[q][p] = e[p][q]",
    "f[q] = p",
  ];
  const edge = (): string => {
    const chosen = [...new Set(r.list(1, 2, () => r.pick(updates)))];
    const guard = r.chance(0.5) ? `guard ${r.pick(guards)}; ` : "";
    return `${r.pick(["A", "B"])} -> ${r.pick(["A", "B"])} { select q : id_t; ${guard}assign ${[...chosen, "n = (n + 1) % 4"].join(", ")}; }`;
  };
  const text = `const int N = ${size};
typedef ${isScalar ? "scalar[N]" : "int[0,N-1]"} id_t;
int[0,3] n; bool on; ${holds} f[id_t]${own}; bool e[id_t][id_t]; ${r.chance(0.4) ? "clock y[id_t];" : "clock z; meta int y[id_t];"}
process P(const id_t p) { clock x; state A, B; init A; trans ${r.list(2, 4, edge).join(", ")}; }
system P;
`;
  const queries = [
    "E<> n == 3 and forall (i : id_t) exists (j : id_t) e[i][j]",
    "A[] not deadlock",
    "E<> exists (i : id_t) exists (j : id_t) i != j and f[i] == j and f[j] == i and P(i).B",
    "A[] n < 2 or exists (i : id_t) P(i).A",
  ];
  return { text, queries, size, low: 0 };
}
