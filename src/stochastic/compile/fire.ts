import { greatest } from "../../base/index.ts";
import { type Body, type Func, i32, type Label } from "../../engine/index.ts";
import type { Edge, Location, Process } from "../network.ts";
import { choiceOf } from "./choice.ts";
import type { Drawers } from "./draw.ts";
import type { Emitter } from "./emitter.ts";
import { byLocation } from "./location.ts";
import { countOf, dispatch, isAnyEnabled, type Offer } from "./option.ts";
import type { Random } from "./random.ts";
import type { Take } from "./transition.ts";

/** What processes do by themselves. */
function offersOf({ edges }: Process, { outputs }: Location): Offer[] {
  return outputs.map((output) => ({ edge: edges[output]! }));
}

const sending = ({ locations }: Process): number[] =>
  locations.flatMap(({ outputs, index }) => (outputs.length > 0 ? [index] : []));

/** What processes do when it is their moment. */
export interface Fires {
  /** Writes that a process takes one of its options and leaves; where none is left it draws again and goes on behind. */
  readonly write: (process: Process, leave: () => void, f: Body) => void;
  /** The same as a function for each process: 1 where it moved. */
  readonly functions: () => Func<readonly [], "i32">[];
}

export function firesFor(take: Take, drawers: Drawers, random: Random, e: Emitter): Fires {
  const { processes } = e.network;
  const most = processes.map((process) =>
    greatest(process.locations.map((here) => offersOf(process, here).reduce((sum, offer) => sum + countOf(offer), 0))),
  );
  const options = e.region(4 * greatest(most, 1));
  const write: Fires["write"] = (process, leave, f) => {
    byLocation(process, sending(process), f, (here) =>
      fire(offersOf(process, here), (edge, failed) => take(edge, failed, leave, f), options, random, e, f),
    );
    f.call(drawers.anywhere[process.index]!);
  };
  const functions = () =>
    processes.map((process) =>
      e.module.func(`fire ${process.name}`, [], "i32", (f) => {
        write(process, () => f.return(1), f);
        return i32.const(0);
      }),
    );
  return { write, functions };
}

function fire(
  offers: readonly Offer[],
  take: (edge: Edge, failed: Label) => void,
  options: number,
  random: Random,
  e: Emitter,
  f: Body,
): void {
  const [only] = offers;
  if (only && offers.length === 1 && countOf(only) === 1) {
    const { edge } = only;
    return f.if(isAnyEnabled(offers, e, f), (failed) => take(edge, failed));
  }
  const left = choiceOf(offers, options, random, e, f);
  f.while(left.some, () => {
    const number = left.take();
    f.block("failed", (failed) => dispatch(offers, number, f, (edge) => take(edge, failed)));
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
