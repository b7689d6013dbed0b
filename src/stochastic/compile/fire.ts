import { greatest } from "../../base/index.ts";
import { type Body, type Func, i32 } from "../../engine/index.ts";
import type { Location, Process } from "../network.ts";
import { choiceOf } from "./choice.ts";
import type { Drawers } from "./draw.ts";
import type { Emitter } from "./emitter.ts";
import { byLocation } from "./location.ts";
import { countOf, dispatch, isAnyEnabled, type Offer } from "./option.ts";
import type { Random } from "./random.ts";
import type { Take } from "./transition.ts";

/** What processes do by themselves. */
export function offersOf({ edges }: Process, { outputs }: Location): Offer[] {
  return outputs.map((output) => ({ edge: edges[output]! }));
}

const sending = ({ locations }: Process): number[] =>
  locations.flatMap(({ outputs, index }) => (outputs.length > 0 ? [index] : []));

/** For each process a function that takes one of its options; 0 where none is left, and it has drawn again. */
export function firers(take: Take, drawers: Drawers, random: Random, e: Emitter): Func<readonly [], "i32">[] {
  const most = e.network.processes.map((process) =>
    greatest(process.locations.map((here) => offersOf(process, here).reduce((sum, offer) => sum + countOf(offer), 0))),
  );
  const options = e.region(4 * greatest(most, 1));
  return e.network.processes.map((process) =>
    e.module.func(`fire ${process.name}`, [], "i32", (f) => {
      byLocation(process, sending(process), f, (here) => fire(offersOf(process, here), take, options, random, e, f));
      f.call(drawers.anywhere[process.index]!);
      return i32.const(0);
    }),
  );
}

function fire(offers: readonly Offer[], take: Take, options: number, random: Random, e: Emitter, f: Body): void {
  const [only] = offers;
  if (only && offers.length === 1 && countOf(only) === 1) {
    const { edge } = only;
    return f.if(isAnyEnabled(offers, e, f), (failed) => take(edge, failed, f));
  }
  const left = choiceOf(offers, options, random, e, f);
  f.while(left.some, () => {
    const number = left.take();
    f.block("failed", (failed) => dispatch(offers, number, f, (edge) => take(edge, failed, f)));
  });
}

/** For each process whether it could send. */
export function senders(e: Emitter): Func<readonly [], "i32">[] {
  return e.network.processes.map((process) =>
    e.module.func(`can ${process.name}`, [], "i32", (f) => {
      byLocation(process, sending(process), f, (here) => f.return(isAnyEnabled(offersOf(process, here), e, f)));
      return i32.const(0);
    }),
  );
}
