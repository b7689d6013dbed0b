import { locationAt } from "../network/index.ts";
/**
 * Acceleration in one location (the "compressed version of the appended cycle" of Hendriks and Larsen 2002, section 4): all
 * between two visits of the reset location is taken together. The new location is entered as soon as the reset location is,
 * when the clock is 0, has no bound on time, and leads back after the time that the least number of overlapping rounds takes
 * at least. It neither needs unfoldings nor a reset on the first edge. In place of a cycle (`linear.ts`), there is one such
 * location for every smaller number of rounds too.
 */

import { overlapFrom, type Window } from "../analysis/index.ts";
import { assert, first, greatest } from "../base/index.ts";
import type { CheckedEdge, Model } from "../model/index.ts";
import { build, type Editor, type Expr } from "../syntax/index.ts";
import type { Appendable } from "./accelerate-report.ts";
import { dataOf } from "./data.ts";
import type { FreshNames } from "./reset-text.ts";

/** What the location is allowed to do beside waiting. */
export interface Extra {
  /** Conditions to enter it, beside those of the cycle. */
  readonly guards: readonly Expr[];
  /** What happens on the way back, beside the reset of the clock. */
  readonly updates: readonly Expr[];
}

/** Appends one location to the template; its name. */
export function compressCycle(editor: Editor, names: FreshNames, model: Model, cycle: Appendable): string {
  const from = cycle.timed.map(({ window }) => overlapFrom(window)! * window.lower.value);
  const strict = cycle.timed.some(({ window }) => window.lower.strict);
  const lower = { value: greatest(from), strict };
  return waitFor(editor, names, model, cycle, { lower, upper: { value: Infinity, strict: true } }, "wait");
}

/** A location that takes exactly the times of a window. */
export function waitFor(
  editor: Editor,
  names: FreshNames,
  model: Model,
  cycle: Appendable,
  { lower, upper }: Window,
  suffix: string,
  extra: Extra = { guards: [], updates: [] },
): string {
  const { template, edges, watches } = cycle;
  const start = locationAt(template, first(edges).source);
  const clock = clockOf(model, edges);
  const data = edges.flatMap((e) => dataOf(model, e.node.guard?.value));
  const name = names.take(`${start.name}_${suffix}`);
  const bound =
    upper.value === Infinity ? [] : [build.binary(upper.strict ? "<" : "<=", clock, build.int(upper.value))];
  const invariant = [...bound, ...(watches ? data : [])];
  editor.addLocation(
    template.node,
    build.location(name, invariant.length === 0 ? {} : { invariant: build.and(...invariant) }),
  );
  const enter = build.and(build.binary("<=", clock, build.int(0)), ...data, ...extra.guards);
  editor.addEdge(template.node, build.edge(start.node.id, name, { guard: enter }));
  const isFree = lower.value === 0 && !lower.strict;
  editor.addEdge(
    template.node,
    build.edge(name, start.node.id, {
      ...(isFree ? {} : { guard: build.binary(lower.strict ? ">" : ">=", clock, build.int(lower.value)) }),
      update: [build.assign(clock, build.int(0)), ...extra.updates],
    }),
  );
  return name;
}

/** How the template names the clock of the cycle. */
function clockOf(model: Model, edges: readonly CheckedEdge[]): Expr {
  const reset = edges
    .at(-1)!
    .node.update?.value.find((e) => e.kind === "assign" && model.types.get(e.target)?.kind === "clock");
  assert(reset?.kind === "assign", "the last edge of an acceleratable cycle resets its clock");
  return reset.target;
}
