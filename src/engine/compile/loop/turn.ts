/**
 * Rings of elements in compiled code: each state is turned to the smallest of its images, by the rules of
 * `analysis/symmetry/turn.ts`.
 */
import type { RingSymmetry } from "../../../analysis/index.ts";
import { call, type Global, i32 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import type { RelabelCode } from "./relabel.ts";
import type { Saved } from "./saved.ts";

export function turnFunction(
  ring: RingSymmetry,
  within: readonly RelabelCode[],
  best: Saved,
  quiet: Global<"i32">,
  e: Emitter,
): Action {
  const { plan } = e;
  const { cells, target } = plan.at;
  const { dim, rowBytes, zoneBytes } = plan;
  const kept = e.region(4 * ring.cells.length);
  const before = e.region(zoneBytes);
  const moves = e.data(Int32Array.from(ring.cells.flat(), (c) => cells + 4 * c));
  const values = e.data(Int32Array.from(ring.values, (c) => cells + 4 * c));
  const to = Int32Array.from({ length: dim }, (_, x) => x);
  for (const [from, image] of ring.clocks) to[from] = image;
  const clockTo = e.data(to);
  const turn = e.module.func(e.name("turn"), [], "void", (f) => {
    const [k, a, x, y] = ["k", "a", "x", "y"].map((name) => f.local("i32", name));
    f.for(k!, 0, ring.cells.length, () =>
      f.do(i32.store(i32.shl(k!, 2), i32.load(i32.load(i32.shl(k!, 3), moves)), kept)),
    );
    f.for(k!, 0, ring.cells.length, () =>
      f.do(i32.store(i32.load(i32.shl(k!, 3), moves + 4), i32.load(i32.shl(k!, 2), kept))),
    );
    f.for(
      k!,
      values,
      values + 4 * ring.values.length,
      () => {
        f.set(a!, i32.load(i32.load(k!)));
        f.if(i32.le_u(i32.sub(a!, ring.low), ring.high - ring.low), () =>
          f.do(i32.store(i32.load(k!), i32.if(i32.eq(a!, ring.high), ring.low, i32.add(a!, 1)))),
        );
      },
      4,
    );
    for (const { apply } of within) f.call(apply);
    if (ring.clocks.length === 0) return;
    f.for(k!, 0, zoneBytes, () => f.do(i32.store(k!, i32.load(k!, target), before)), 4);
    f.for(y!, 0, dim, () => {
      f.set(a!, i32.mul(i32.load(i32.shl(y!, 2), clockTo), rowBytes));
      f.for(x!, 0, dim, () => {
        f.do(
          i32.store(
            i32.add(a!, i32.shl(i32.load(i32.shl(x!, 2), clockTo), 2)),
            i32.load(i32.add(i32.mul(y!, rowBytes), i32.shl(x!, 2)), before),
            target,
          ),
        );
      });
    });
  });
  return e.module.func(e.name("smallest_turn"), [], "void", (f) => {
    const k = f.local("i32", "k");
    for (const { apply } of within) f.call(apply);
    f.call(best.save);
    f.for(k, ring.low, ring.high, () => {
      f.call(turn);
      f.if(i32.lt_s(call(best.compare), 0), () => {
        f.set(quiet, 0);
        f.call(best.save);
      });
    });
    f.call(best.restore);
  });
}
