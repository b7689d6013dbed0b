/**
 * Laws of representatives, on random states of random symmetric models (seeded; SEED and RUNS replay): a representative is an
 * image of the state; it is its own representative; and wherever canonicity is claimed, all images of the state have it.
 */
import { expect, it } from "vitest";
import { findSymmetry, type RingSymmetry, representative, type SetSymmetry } from "../../src/analysis/index.ts";
import { check, instantiate, read } from "../../src/index.ts";
import { graphModel } from "../agree/graph-models.ts";
import { Random } from "../agree/random-network.ts";
import { type Family, symmetricModel } from "../agree/symmetric-models.ts";
import { many } from "../many.ts";

const runs = Number(process.env.RUNS ?? many(24));
const first = Number(process.env.SEED ?? 1);

interface State {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

function swap({ swaps, elements, values }: SetSymmetry, k: number, { cells, zone }: State, dim: number): void {
  const [e, f] = [elements[k]!, elements[k + 1]!];
  for (const [a, b] of swaps[k]!.cells) [cells[a], cells[b]] = [cells[b]!, cells[a]!];
  for (const v of values) cells[v] = cells[v] === e ? f : cells[v] === f ? e : cells[v]!;
  const to = Array.from({ length: dim }, (_, x) => x);
  for (const [a, b] of swaps[k]!.clocks) [to[a], to[b]] = [b, a];
  permute(zone, to, dim);
}

function turn({ cells: pairs, clocks, values, low, high }: RingSymmetry, { cells, zone }: State, dim: number): void {
  const before = cells.slice();
  for (const [from, to] of pairs) cells[to] = before[from]!;
  for (const v of values) if (cells[v]! >= low && cells[v]! <= high) cells[v] = cells[v] === high ? low : cells[v]! + 1;
  const to = Array.from({ length: dim }, (_, x) => x);
  for (const [from, image] of clocks) to[from] = image;
  permute(zone, to, dim);
}

function permute(zone: Int32Array, to: readonly number[], dim: number): void {
  const before = zone.slice();
  for (let x = 0; x < dim; x++) for (let y = 0; y < dim; y++) zone[to[x]! * dim + to[y]!] = before[x * dim + y]!;
}

const copy = ({ cells, zone }: State): State => ({ cells: cells.slice(), zone: zone.slice() });
const text = ({ cells, zone }: State): string => `${cells.join()};${zone.join()}`;

function law(family: Family | "graph"): void {
  let [claimed, all] = [0, 0];
  for (let seed = first; seed < first + runs; seed++) {
    const random = new Random(seed);
    const { text: model } = family === "graph" ? graphModel(random) : symmetricModel(random, family);
    const source = read(model, { name: "random.xta" });
    if (source.format === "tck") throw new Error("not a model");
    const { network } = instantiate(check(source.tree)).made!;
    const symmetry = findSymmetry(network);
    const { sets, rings } = symmetry;
    if (sets.length + rings.length === 0) continue;
    const dim = network.clocks.length;
    const order = representative(network.slots.length, dim, symmetry);
    for (let run = 0; run < 30; run++) {
      // Few different values, so that elements are often tied.
      const spread = random.between(1, 3);
      const state: State = {
        cells: Int32Array.from(network.slots, ({ low, high }) =>
          family === "graph" && random.chance(0.5)
            ? random.between(low, high)
            : Math.min(high, low + random.below(spread + 1)),
        ),
        zone: Int32Array.from({ length: dim * dim }, () => random.below(spread)),
      };
      const image = copy(state);
      for (let k = 0; k < 8; k++) {
        for (const set of sets) swap(set, random.below(set.swaps.length), image, dim);
        for (const ring of rings) for (let t = random.below(4); t > 0; t--) turn(ring, image, dim);
      }
      const say = `SEED=${seed} ${family} `;
      const [one, other] = [copy(state), copy(image)];
      const canonical = order(one.cells, one.zone);
      expect(`${say}${order(other.cells, other.zone)}`).toBe(`${say}${canonical}`);
      all++;
      if (canonical) {
        claimed++;
        expect(say + text(other)).toBe(say + text(one));
        const again = copy(one);
        order(again.cells, again.zone);
        expect(say + text(again)).toBe(say + text(one));
      }
      if (sets.length === 1 && rings.length === 0 && sets[0]!.elements.length < 6)
        expect(isImage(sets[0]!, state, one, dim)).toBe(true);
    }
  }
  expect(claimed).toBeGreaterThan(all / 3);
}

/** Whether some permutation takes one state to the other: all of them are tried. */
function isImage(set: SetSymmetry, from: State, to: State, dim: number): boolean {
  const seen = new Set<string>();
  const open = [copy(from)];
  const wanted = text(to);
  for (let state = open.pop(); state; state = open.pop()) {
    const name = text(state);
    if (name === wanted) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    for (let k = 0; k < set.swaps.length; k++) {
      const next = copy(state);
      swap(set, k, next, dim);
      open.push(next);
    }
  }
  return false;
}

it.each(["scalar", "integer", "named", "ring", "uneven", "graph"] as const)(
  "images of a state have one representative: %s",
  law,
);
