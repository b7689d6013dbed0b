/**
 * What a query looks at, wherever processes are: elements (`flow/elements.ts`), and the processes whose location it asks for, by
 * their numbers, which are those of the cells of their locations.
 */
import type { Network, NetworkQuery } from "../../network/index.ts";
import { eachCode, eachQueryCode } from "../code/walk.ts";
import { Flows } from "../flow/flow.ts";
import { observe } from "../flow/observe.ts";
import type { NetworkUses } from "../flow/uses.ts";
import { Ranges } from "../values/range.ts";

/** `flows`: of a query with the same code, if there are several of its parts to ask for. */
export function looksAt(uses: NetworkUses, query: NetworkQuery, flows = flowsOf(uses, query)): readonly number[] {
  const { network, users } = uses;
  const { length } = network.processes;
  const seen = new Set(observe(network, query, flows, (x) => users.get(x)).map((o) => o.element));
  eachQueryCode(query, (code) => {
    if (code.op !== "load" || code.at.base >= length || code.at.pointer !== undefined) return;
    for (const p of flows.ranges.addresses(code.at)) if (p < length) seen.add(p);
  });
  return [...seen];
}

export function flowsOf({ network, elements }: NetworkUses, query: NetworkQuery): Flows {
  return new Flows(network, query, elements, new Ranges(network, query));
}

/** Whether code of the model reads where a process is, which `flow/uses.ts` does not follow. */
export function readsLocations(network: Network): boolean {
  const { length } = network.processes;
  let reads = false;
  eachCode(network, undefined, (code) => {
    if (code.op === "load" && code.at.pointer === undefined && code.at.base < length) reads = true;
  });
  return reads;
}
