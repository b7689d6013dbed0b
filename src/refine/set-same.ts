/**
 * Which states of a set can do the same, whatever the valuation, so that one of them is enough: those alike in their cells whose clocks are
 * equal or beyond all that they are compared with. The constants that matter are those of the abstraction, too.
 */
import type { clockBounds } from "../analysis/index.ts";
import { LE_ZERO } from "../zones/index.ts";
import type { Joint } from "./joint.ts";
import { only, type SetNode } from "./set-node.ts";

export class Sameness {
  private readonly joint: Joint;
  private readonly bounds: ReturnType<typeof clockBounds>;
  /** Of the product. */
  private readonly dim: number;

  constructor(joint: Joint, bounds: ReturnType<typeof clockBounds>, dim: number) {
    this.joint = joint;
    this.bounds = bounds;
    this.dim = dim;
  }

  /** By clock, the largest constant that matters; none for the stopwatch. */
  mostOf(states: SetNode["states"]): Int32Array {
    const { joint, bounds, dim } = this;
    const all = new Int32Array(joint.dim(states.length)).fill(-1);
    const [lower, upper] = [new Int32Array(dim), new Int32Array(dim)];
    for (const [i, cells] of states.entries()) {
      bounds.fill(cells, lower, upper);
      for (let x = 0; x < dim - 1; x++) {
        const at = joint.place(x, i, states.length);
        all[at] = Math.max(all[at]!, lower[x]!, upper[x]!);
      }
    }
    all[0] = 0;
    return all;
  }

  /** States that can do the same are one; the others in an order of their own. */
  merged(node: SetNode): SetNode {
    const { joint } = this;
    const { states, zone } = node;
    const dim = joint.dim(states.length);
    const most = this.mostOf(states);
    const names = states.map((s) => s.join());
    const isBeyond = (x: number): boolean => {
      const low = zone[x]!;
      return most[x]! < 0 || -(low >> 1) > most[x]! || (-(low >> 1) === most[x] && (low & 1) === 0);
    };
    const isSame = (a: number, b: number): boolean =>
      names[a] === names[b] &&
      joint.clocksOf(a).every((x, c) => {
        const y = joint.clocksOf(b)[c]!;
        return (zone[x * dim + y]! <= LE_ZERO && zone[y * dim + x]! <= LE_ZERO) || (isBeyond(x) && isBeyond(y));
      });
    const kept = [...states.keys()].filter((a, i) => ![...states.keys()].slice(0, i).some((b) => isSame(a, b)));
    kept.sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : a - b));
    return only(joint, node, kept);
  }
}
