/**
 * Verdicts with and without symmetry reduction, on random models over scalar sets: shared variables, variables that hold an
 * element, arrays of integers and clocks indexed by elements, processes with one or two scalar parameters, binary and
 * broadcast channels. Traces found with the reduction are runs of the model: `verify` replays each one.
 */
import { expect, it } from "vitest";
import { findSymmetry, representative } from "../../src/analysis/index.ts";
import {
  check,
  checkQuery,
  Fragment,
  hasErrors,
  instantiate,
  instantiateQuery,
  parseQuery,
  read,
  verify,
} from "../../src/index.ts";
import { Random } from "./random-network.ts";

const runs = Number(process.env.RUNS ?? 25);
const first = Number(process.env.SEED ?? 1);

function randomModel(r: Random): string {
  const locations = ["A", "B", "C", "D"].slice(0, r.between(2, 4));
  const guard = () =>
    r.pick([
      "true",
      "n < 2",
      "n > 0",
      "!f",
      "f && o == p",
      "a[p] == 0",
      "a[p] < 2",
      "o != p",
      "exists (i : id_t) a[i] == 1",
      "x > 1",
      "x <= 2",
      "y[p] >= 1",
      "(sum (i : id_t) a[i]) < 3",
    ]);
  const update = () =>
    r.pick([
      "x = 0",
      "y[p] = 0",
      "n = (n + 1) % 3",
      "f = !f",
      "o = p",
      "a[p] = (a[p] + 1) % 3",
      "a[o] = 0",
      "b = o",
      "x = 1",
    ]);
  const sync = () =>
    r.pick([
      "",
      "",
      "sync c!; ",
      "sync c?; ",
      "sync d!; ",
      "sync d?; ",
      "sync e[p]!; ",
      "select q : id_t; sync e[q]?; ",
    ]);
  const edge = () => {
    const s = sync();
    const select = s.startsWith("select") ? "select q : id_t; " : "";
    const updates = [...new Set(r.list(0, 2, update))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { ${select}guard ${guard()}; ${s.replace("select q : id_t; ", "")}${updates.length > 0 ? `assign ${updates.join(", ")}; ` : ""}}`;
  };
  const state = (name: string) => (r.chance(0.4) ? `${name} { x <= ${r.between(1, 3)} }` : name);
  return `typedef scalar[${r.between(2, 4)}] id_t;
int[0,2] n; bool f; id_t o, b; int[0,2] a[id_t]; clock y[id_t]; chan c; broadcast chan d; chan e[id_t];
process P(const id_t p) { clock x; state ${locations.map(state).join(", ")}; ${r.chance(0.3) ? `urgent ${locations[1]}; ` : ""}init A; trans ${r.list(2, 6, edge).join(", ")}; }
process Q() { state S, T; init S; trans S -> T { guard n == 1; sync c!; }, T -> S { sync d!; }, S -> S { sync c?; assign n = 0; }; }
system P, Q;
`;
}

const formulas = [
  "E<> exists (i : id_t) P(i).B and n == 2",
  "A[] forall (i : id_t) P(i).A or a[i] < 2",
  "A[] not deadlock",
  "E<> exists (i : id_t) exists (j : id_t) i != j and P(i).B and P(j).B and o == i",
  "E<> f and exists (i : id_t) y[i] > 3 and P(i).A",
];

it("changes no verdict", () => {
  let reduced = 0;
  let saved = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const text = randomModel(new Random(seed));
    const source = read(text, { name: "random.xta" });
    if (source.format === "tck") throw new Error("not a model");
    const model = check(source.tree);
    if (hasErrors([...source.diagnostics, ...model.diagnostics]))
      expect.fail(`SEED=${seed}\n${text}\n${JSON.stringify([...source.diagnostics, ...model.diagnostics])}`);
    const made = instantiate(model).made!;
    if (findSymmetry(made.network).sets.length > 0) reduced++;
    for (const formula of formulas) {
      const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula).query!;
      const ask = (symmetry: boolean, trace: "none" | "shortest") =>
        verify(made.network, query, { symmetry, trace, maxStates: 3000 });
      const [a, b, c] = [ask(false, "none"), ask(true, "none"), ask(true, "shortest")];
      if (a.outcome === "unknown" || b.outcome === "unknown") continue;
      const say = `SEED=${seed} ${formula}\n${text}`;
      expect(`${b.outcome} ${say}`).toBe(`${a.outcome} ${say}`);
      expect(c.traceReason).toBeUndefined();
      if (c.trace)
        expect(`${c.trace.transitions.length} ${say}`).toBe(
          `${ask(false, "shortest").trace?.transitions.length} ${say}`,
        );
      saved += a.statistics.stored - b.statistics.stored;
    }
  }
  if (runs >= 25) {
    expect(reduced).toBeGreaterThan(runs / 3);
    expect(saved).toBeGreaterThan(0);
  }
}, 600_000);

it("finds one representative for all images of a state whose elements differ", () => {
  const source = read(randomModel(new Random(3)), { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const { network } = instantiate(check(source.tree)).made!;
  const symmetry = findSymmetry(network);
  const [set] = symmetry.sets;
  const sort = representative(network, symmetry);
  const random = new Random(17);
  for (let run = 0; run < 200; run++) {
    const cells = Int32Array.from(network.slots, (slot) => slot.initial);
    // Distinct values in the first variable that belongs to each element.
    set.cells.forEach((own, element) => {
      cells[own[0]] = element;
    });
    const zone = new Int32Array(network.clocks.length ** 2).fill(1);
    const image = { cells: cells.slice(), zone: zone.slice() };
    for (let k = 0; k < 6; k++) {
      const { cells: pairs } = set.swaps[random.below(set.swaps.length)];
      const i = set.swaps.findIndex((s) => s.cells === pairs);
      for (const [a, b] of pairs) [image.cells[a], image.cells[b]] = [image.cells[b], image.cells[a]];
      for (const v of set.values)
        image.cells[v] = image.cells[v] === i ? i + 1 : image.cells[v] === i + 1 ? i : image.cells[v];
    }
    sort(cells, zone);
    sort(image.cells, image.zone);
    expect(image.cells).toEqual(cells);
  }
});
