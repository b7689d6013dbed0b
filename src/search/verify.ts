/**
 * `verify`: the verdict of one query on one network. Chooses the search and the abstraction by the kind of query, turns
 * limits into `unknown`, faults of the model into `fault`, and over-approximations into "maybe".
 */
import { Fault, interpret } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { BoundOverflow } from "../zones/index.ts";
import { reportFault } from "./fault.ts";
import { LimitReached, Meter, type Statistics } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import { reach } from "./reach.ts";
import type { Outcome, Verdict } from "./verdict.ts";

const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export function verify(network: Network, query: NetworkQuery, options: VerifyOptions = {}): Verdict {
  try {
    return answer(network, query, options);
  } catch (error) {
    if (error instanceof Fault) {
      return { query: query.text, outcome: "fault", reason: error.message, fault: reportFault(error, network), statistics: NOTHING };
    }
    if (error instanceof BoundOverflow || error instanceof LimitReached) {
      return { query: query.text, outcome: "unknown", reason: error.message, statistics: NOTHING };
    }
    throw error;
  }
}

function answer(network: Network, query: NetworkQuery, options: VerifyOptions): Verdict {
  const engine = (options.engine ?? interpret)(network, query);
  const meter = new Meter(options);
  switch (query.kind) {
    case "E<>":
    case "A[]": {
      const { ending, statistics } = reach(network, query, engine, meter, options);
      if (ending.kind === "limit") return { query: query.text, outcome: "unknown", reason: ending.reason, statistics };
      const found = ending.kind === "found";
      return { query: query.text, ...judge(query.kind === "E<>" ? found : !found, found && engine.approximate), statistics };
    }
    default:
      return { query: query.text, outcome: "unknown", reason: `${query.kind} is not supported`, statistics: NOTHING };
  }
}

/** The outcome, softened where the search saw more than there is. */
export function judge(satisfied: boolean, approximate: boolean): { outcome: Outcome; reason?: string } {
  if (!approximate) return { outcome: satisfied ? "satisfied" : "violated" };
  return {
    outcome: satisfied ? "maybe_satisfied" : "maybe_violated",
    reason: "stopped clocks are over-approximated",
  };
}
