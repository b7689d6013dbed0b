import { type Body, call, type Func, type Global, i32, i32x4, v128 } from "../../wasm/index.ts";
import type { Timed } from "./timing.ts";

/**
 * A quick look for deadlocks (docs/compatibility.md 5.4). A state is *live* if one transition alone is possible now or later
 * from all of its valuations: the target invariants cut nothing off, and the zone lies in the time predecessors of the
 * guarded part. That holds almost always. A state that is not shown to be live this way is a suspect, and the host asks the
 * interpreter, which subtracts zones and is exact.
 */
export interface DeadlockWatch {
  /** Whether the state being expanded is live. */
  readonly isLive: Global<"i32">;
  /** Whether target invariants cut something off the transition at hand. */
  readonly cut: Global<"i32">;
  /** Before a state is expanded. */
  readonly begin: (f: Body) => void;
  /** Notes the guarded part of the transition at hand, which is in the target zone. */
  readonly note: (f: Body) => void;
  /** After the target invariants: sees whether this transition makes the state live. */
  readonly judge: (f: Body) => void;
}

/** `asked` says whether anybody wants to know about the state being expanded; always, if there is none. */
export function deadlockWatch(e: Timed, asked?: Global<"i32">): DeadlockWatch {
  const { module, plan } = e;
  const { at, dim, width, rowBytes } = plan;
  const live = module.global("i32", "live");
  const cut = module.global("i32", "cut");
  /** Whether time stands still in the state being expanded. */
  const still = module.global("i32", "source_still");
  const guarded = e.region(plan.zoneBytes);

  /**
   * Is the source zone inside down(guarded)? Upper bounds and differences must be those of the source; the lower bound of
   * x_j becomes the least of 0 and all bounds on x_i - x_j. If time stands still, the zones must be equal.
   */
  const revives: Func<readonly [], "i32"> = module.func("revives", [], "i32", (f) => {
    const beyond = f.local("v128", "beyond", i32x4.splat(0));
    const [least, to] = f.locals("v128", "least", "to");
    const [bound, other] = f.locals("i32", "bound", "other");
    for (let j = 0; j < dim; j++) {
      f.set(least, i32x4.splat(1));
      for (let k = 0; k < width; k += 4) {
        f.set(to, v128.load(0, guarded + j * rowBytes + 4 * k));
        const out = i32x4.gt_s(v128.load(0, at.zone + j * rowBytes + 4 * k), to);
        const isLower = j > 0 && k === 0;
        f.set(beyond, v128.or(beyond, isLower ? v128.and(out, i32x4.const(0, -1, -1, -1)) : out));
        f.set(least, i32x4.min_s(least, isLower ? i32x4.replace_lane(to, 1, 0) : to));
      }
      if (j === 0) continue;
      f.set(bound, i32x4.extract_lane(least, 0));
      for (let lane = 1; lane < 4; lane++) {
        f.set(other, i32x4.extract_lane(least, lane));
        f.if(i32.lt_s(other, bound), () => f.set(bound, other));
      }
      f.if(still, () => f.set(bound, i32.load(0, guarded + j * rowBytes)));
      f.if(i32.gt_s(i32.load(0, at.zone + j * rowBytes), bound), () => f.return(0));
    }
    return i32.eqz(v128.any_true(beyond));
  });

  return {
    isLive: live,
    cut,
    begin: (f) => {
      f.set(live, asked ? i32.eqz(asked) : 0);
      // Where clocks are stopped the time predecessors are no zone: only a guard that holds everywhere counts.
      const stands = e.still ? call(e.still) : i32.const(0);
      f.set(still, e.rates ? i32.orElse(stands, call(e.rates.find)) : stands);
      // Nor is it sure that time comes to a guard where it may stop before.
      if (e.cuts?.urgency) {
        f.set(still, i32.or(still, i32.ne(e.cuts.urgency.count, 0)));
        f.set(e.cuts.pieces.zones, e.cuts.urgency.first);
      }
    },
    note: (f) =>
      f.if(i32.eqz(live), () => {
        f.call(e.zones.copy, guarded, at.target);
        f.set(cut, 0);
      }),
    judge: (f) => f.if(i32.eqz(i32.or(live, cut)), () => f.set(live, call(revives))),
  };
}
