/** Why something is live, in words: the chain of uses that the analysis of live variables followed. */
import { unreachable } from "../../base/index.ts";
import { clockAt, type Edge, type NetworkQuery, processAt, slotAt } from "../../network/index.ts";
import type { Fact, Liveness } from "./live.ts";

/** `n`, `P.x`, `list[3]`; of cells that count together, the first with `...`. */
export function elementName(live: Liveness, element: number): string {
  const { network, elements } = live;
  const clock = elements.clockOf(element);
  if (clock !== undefined) return clockAt(network, clock).name;
  const { name } = slotAt(network, element);
  return elements.size(element) > 1 ? name.replace(/\[-?\d+\]/g, "[...]") : name;
}

export function edgeName(live: Liveness, e: Edge): string {
  const { name, locations } = processAt(live.network, e.process);
  return `${name}: ${locations[e.source]!.name} -> ${locations[e.target]!.name}`;
}

/** The uses from a fact to the one that decides, one line each. */
export function explainFact(live: Liveness, fact: Fact, queries: readonly NetworkQuery[]): readonly string[] {
  const lines: string[] = [];
  const seen = new Set<Fact>();
  for (let at: Fact | undefined = fact; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    lines.push(`${elementName(live, at.element)} matters ${where(live, at)}: ${why(live, at, queries)}`);
    at = at.reason.kind === "flow" || at.reason.kind === "passed" ? at.reason.then : undefined;
  }
  return lines;
}

/** The use at the end of the chain, in words. */
export function finalUse(live: Liveness, fact: Fact, queries: readonly NetworkQuery[]): string {
  let at = fact;
  // Facts point to earlier ones, so the chain ends.
  while (at.reason.kind === "flow" || at.reason.kind === "passed") at = at.reason.then;
  const text = why(live, at, queries);
  return at.element === fact.element
    ? text
    : `${elementName(live, at.element)} comes from it, and ${text.replace(/\bit\b/, "that")}`;
}

function where(live: Liveness, { process, location, reason }: Fact): string {
  if (process < 0) return "everywhere";
  const { name, locations } = processAt(live.network, process);
  if (location >= 0) return `at ${name}.${locations[location]!.name}`;
  return "edge" in reason ? `while ${edgeName(live, reason.edge)} receives` : `while ${name} receives`;
}

function why(live: Liveness, { element, reason }: Fact, queries: readonly NetworkQuery[]): string {
  switch (reason.kind) {
    case "guard":
      return `the guard of ${edgeName(live, reason.edge)} uses it`;
    case "channel":
      return `it chooses the channel of ${edgeName(live, reason.edge)}`;
    case "fault":
      return `it decides whether the update of ${edgeName(live, reason.edge)} can be run without a fault`;
    case "invariant": {
      const { name, locations } = processAt(live.network, reason.process);
      return `the invariant of ${name}.${locations[reason.location]!.name} uses it`;
    }
    case "query":
      return `the query ${queries[reason.query]?.text ?? reason.query + 1} looks at it`;
    case "hook":
      return "code that runs with every update uses it";
    case "asked":
      return "there is no query, so everything may be looked at";
    case "flow":
      if (reason.then.element === element) return `${edgeName(live, reason.edge)} keeps it`;
      return `${edgeName(live, reason.edge)} computes ${elementName(live, reason.then.element)} from it`;
    case "passed":
      return `${edgeName(live, reason.edge)} computes ${elementName(live, reason.then.element)} from it and passes that on`;
    default:
      return unreachable(reason);
  }
}
