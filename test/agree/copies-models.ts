/**
 * Random models of processes that nothing names: copies of one template with the same arguments, beside another process and
 * copies with references of their own, which may tell them apart.
 */
import type { Random } from "./random-network.ts";
import type { SymmetricModel } from "./symmetric-models.ts";

export function copiesModel(r: Random): SymmetricModel {
  const size = r.between(2, 3);
  const locations = ["A", "B", "C", "D"].slice(0, r.between(2, 4));
  const guards = ["true", "n < 2", "n > 0", "!f", "k == 0", "k < 2", "x > 1", "x <= 2", "y >= 1", "g == 1", "w != 1"];
  // What receivers of a broadcast store one after the other may show who was first.
  const updates = [
    "x = 0",
    "n = (n + 1) % 3",
    "f = !f",
    "k = (k + 1) % 3",
    "n = 1",
    "g = (g + 1) % 2",
    "y = 0",
    "n = k",
  ];
  const sync = () => r.pick(["", "", "sync c!; ", "sync c?; ", "sync d!; ", "sync d?; "]);
  const edge = () => {
    const chosen = [...new Set(r.list(0, 2, () => r.pick(updates)))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { guard ${r.pick(guards)}; ${sync()}${chosen.length > 0 ? `assign ${chosen.join(", ")}; ` : ""}}`;
  };
  const invariant = () => (r.chance(0.3) ? ` { x <= ${r.between(1, 3)} }` : "");
  const committed = r.chance(0.3) ? `commit ${r.pick(locations)};` : "";
  const names = Array.from({ length: size }, (_, k) => `P${k + 1}`);
  const own = r.chance(0.6);
  const args = names.map((_, k) => `(${own ? `r[${r.chance(0.3) ? 0 : k}]` : "r[0]"}, 1)`);
  const text = `int[0,2] n; bool f, h; int[0,1] r[${size}]; clock y; chan c; broadcast chan d;
process P(int[0,1] &g, int[0,3] w) {
  int[0,2] k; clock x;
  state ${locations.map((l) => `${l}${invariant()}`).join(", ")}; ${committed} init ${locations[0]};
  trans ${r.list(3, 6, edge).join(",\n    ")};
}
process O() {
  clock z;
  state U, V; init U;
  trans U -> V { guard z >= 1${r.chance(0.5) ? ` && r[${r.below(size)}] == 1 && r[${r.below(size)}] == 0` : ""}; ${r.pick(["sync c!;", "sync d?;", "sync d!;", ""])} assign z = 0, h = true; },
    V -> U { guard n < 2; ${r.pick(["sync c?;", "sync d!;", ""])} };
}
${names.map((name, k) => `${name} = P${args[k]};`).join(" ")}
Q = O();
system ${names.join(", ")}, Q;
`;
  const all = (f: (name: string) => string, by: string) => names.map(f).join(` ${by} `);
  const last = locations[locations.length - 1];
  return {
    text,
    size,
    low: 0,
    queries: [
      "A[] not deadlock",
      `E<> ${all((p) => `${p}.${last}`, "&&")}`,
      `A[] ${all((p) => `(${p}.${last} imply ${p}.x <= 1)`, "&&")}`,
      `E<> P1.${last} && !P2.${last}`,
      `E<> n == 2 && f`,
      "E<> h",
      `E<> h && ${all((p) => `(${p}.${last} || ${p}.k == 1)`, "&&")}`,
      `A<> ${all((p) => `${p}.${last}`, "||")}`,
      `n == 1 --> f`,
      `sup: n`,
      `inf: y`,
    ],
  };
}
