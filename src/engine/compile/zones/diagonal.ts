import type { ClockBounds } from "../../../analysis/index.ts";
import { call, i32 } from "../../wasm/index.ts";
import type { Coder } from "../code/coder.ts";
import type { Action, ActionOn, Question } from "../emitter.ts";
import { closeFunction } from "./closure.ts";
import { extrapolateFunction } from "./extrapolation.ts";
import { entryOf, type Pieces, TRIPLE, tripleAt } from "./pieces.ts";

/**
 * Abstraction where differences of clocks are compared (`zones/diagonal.ts`; Bengtsson, Yi 2003): the zone is split by every
 * difference, each piece extrapolated by Extra+M, and what it gained on the wrong side of a difference is cut off again.
 * Pieces are stored and compared as they are. The differences stand in memory as triples (x, y, bound).
 */
export function insertByDiagonals(e: Coder, pieces: Pieces, bounds: ClockBounds, insert: Question): Question {
  const { module, plan } = e;
  const { target } = plan.at;
  const { push, zones } = pieces;
  const made = module.global("i32", "piece_made");
  const store = module.func("store_piece", ["piece: i32"], "void", (f) => {
    const node = f.local("i32", "node", call(insert));
    f.if(node, () => f.set(made, node));
  });
  const split = splitByDiagonals(e, pieces, bounds, extrapolateFunction(e, bounds, closeFunction(e)), store);
  return module.func("insert_pieces", [], "i32", (f) => {
    f.set(made, 0);
    const exact = f.local("i32", "exact", call(push, target));
    f.call(split);
    f.call(e.zones.copy, target, exact);
    f.set(zones, exact);
    return made;
  });
}

/**
 * Splits the target zone. Each abstract piece is handed over in the target zone, together with the address of the piece as
 * it was before.
 */
export function splitByDiagonals(
  e: Coder,
  pieces: Pieces,
  bounds: ClockBounds,
  extrapolate: Action,
  each: ActionOn,
): Action {
  const { module, plan } = e;
  const { target } = plan.at;
  const { push, zones } = pieces;
  const { triples } = bounds.diagonals;
  const first = e.data(triples);
  const end = first + 4 * triples.length;

  /** The piece is on one side of every difference: `t` runs over them. */
  const widen = module.func(e.name("widen_piece"), ["piece: i32"], "void", (f, piece) => {
    f.call(e.zones.copy, target, piece);
    f.call(extrapolate);
    const t = f.local("i32", "t");
    const { constrain } = e.zones;
    f.for(
      t,
      first,
      end,
      () => {
        const [x, y, c] = tripleAt(t);
        f.if(
          i32.le_s(i32.load(entryOf(piece, x, y, e)), c),
          () => f.do(call(constrain, target, x, y, c)),
          () => f.do(call(constrain, target, y, x, i32.sub(1, c))),
        );
      },
      TRIPLE,
    );
    f.call(each, piece);
  });

  const split = module.declare(e.name("split"), ["t: i32", "z: i32"], "void");
  module.define(split, (f, t, z) => {
    const beyond = f.local("i32", "beyond");
    f.upTo(t, end, TRIPLE, () => {
      const [x, y, c] = tripleAt(t);
      f.if(i32.gt_s(i32.load(entryOf(z, x, y, e)), c), () => {
        f.set(beyond, call(push, z));
        f.if(call(e.zones.constrain, beyond, y, x, i32.sub(1, c)), () => f.call(split, i32.add(t, TRIPLE), beyond));
        f.set(zones, beyond);
        f.if(i32.eqz(call(e.zones.constrain, z, x, y, c)), () => f.return());
      });
    });
    f.call(widen, z);
  });

  return module.func(e.name("split_target"), [], "void", (f) => {
    const work = f.local("i32", "work", call(push, target));
    f.call(split, first, work);
    f.set(zones, work);
  });
}
