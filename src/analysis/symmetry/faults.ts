/** Whether running code may be a fault, as far as ranges tell: asked where the order of elements decides what is run (`rounds.ts`). */
import type { Code, Network, NetworkQuery } from "../../network/index.ts";
import { Flows } from "../flow/flow.ts";
import { usesOf } from "../flow/uses.ts";
import { Ranges } from "../values/range.ts";

export type MayFault = (code: Code) => boolean;

/** Facts are found when it is asked first. */
export function mayFaultIn(network: Network, query?: NetworkQuery): MayFault {
  let flows: Flows | undefined;
  return (code) => {
    const { code: known, elements } = usesOf(network);
    flows ??= query === undefined ? known : new Flows(network, query, elements, new Ranges(network, query));
    const run = flows;
    return run.apart(() => run.value(code)).faulty;
  };
}
