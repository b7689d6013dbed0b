/**
 * Acceleration in place of a cycle (the future work of Hendriks and Larsen 2002, section 5): no run completes a round of the
 * cycle any more. From the reset location, one location for each number of rounds up to that from which on the windows
 * overlap leads back to it, at most once in a row. So the symbolic states of many rounds are never made, in whatever order
 * the search goes. Two variables of the template say where a run stands: `full`, that it is on a round begun at the reset
 * location and has not left the cycle since; `jumped`, that it came to the reset location by one of the new ways.
 *
 * Nothing is lost if what the guards of the cycle read cannot be changed by others: then a round that can be completed can be
 * begun by such a way as soon as the reset location is entered. Rounds begun in the middle of the cycle, and rounds that
 * leave it in between, stay as they are.
 */
import { overlapFrom } from "../analysis/index.ts";
import { first } from "../base/index.ts";
import type { Model } from "../model/index.ts";
import { locationAt } from "../network/index.ts";
import { build, type Edge, type Editor, type Expr, printExpr, type UppaalSource } from "../syntax/index.ts";
import type { Appendable } from "./accelerate-report.ts";
import { type Extra, waitFor } from "./compress.ts";
import type { FreshNames } from "./reset-text.ts";
import { declare } from "./write-resets.ts";

/** Why a cycle is not replaced; undefined if it can be. */
export function whyNotReplaced({ exact, watches, template, timed, edges }: Appendable): string | undefined {
  if (!exact) return "it is not exact";
  if (watches) return "others may change what its guards read";
  if (template.node.branchpoints.length > 0) return `${template.name} has branch points`;
  if (new Set(edges.map((e) => e.source)).size < edges.length) return "it visits a location twice";
  const passed = edges.map((e) => locationAt(template, e.source)).find(({ node }) => node.urgent || node.committed);
  if (passed !== undefined) return `${passed.name} is ${passed.node.urgent ? "urgent" : "committed"}`;
  const { window } = first(timed);
  const same = timed.every(
    ({ window: { lower, upper } }) =>
      lower.value === window.lower.value &&
      lower.strict === window.lower.strict &&
      upper.value === window.upper.value &&
      upper.strict === window.upper.strict,
  );
  return same ? undefined : `the processes of ${template.name} have different windows`;
}

/** Replaces cycles; for each the names of its new locations. Requires: nothing speaks against it. */
export function replaceCycles(
  editor: Editor,
  source: UppaalSource,
  names: FreshNames,
  model: Model,
  cycles: readonly Appendable[],
): ReadonlyMap<Appendable, readonly string[]> {
  const marks = cycles.map((cycle) => {
    const start = locationAt(cycle.template, first(cycle.edges).source).name;
    return { cycle, full: names.take(`${start}_full`), jumped: names.take(`${start}_jumped`) };
  });
  const added = new Map<Appendable, readonly string[]>();
  for (const { cycle, jumped } of marks) {
    // For other cycles, a way back to the reset location is as any other edge that leads there.
    const start = first(cycle.edges).source;
    const others = marks.filter((m) => m.cycle !== cycle && m.cycle.template === cycle.template);
    const updates = others.flatMap((m) =>
      first(m.cycle.edges).source === start
        ? [set(m.jumped, 0)]
        : m.cycle.edges.some((e) => e.source === start)
          ? [set(m.full, 0)]
          : [],
    );
    const extra: Extra = {
      guards: [build.binary("==", build.name(jumped), build.int(0))],
      updates: [set(jumped, 1), ...updates],
    };
    added.set(cycle, waits(editor, names, model, cycle, extra));
  }
  for (const template of new Set(cycles.map((c) => c.template))) {
    const mine = marks.filter((m) => m.cycle.template === template);
    declare(editor, template.node, [
      `int[0,1] ${mine.flatMap((m) => [...(m.cycle.edges.length === 1 ? [] : [m.full]), m.jumped]).join(", ")};`,
    ]);
    for (const e of template.edges) {
      const inserted = mine.map((m) => marksOf(m, e));
      if (inserted.some((x) => x === "removed")) editor.removeNode(e.node);
      else change(editor, source, e.node, inserted as readonly Extra[]);
    }
  }
  return added;
}

/** A location for each number of rounds below that from which on windows overlap, and one for all the others. */
function waits(editor: Editor, names: FreshNames, model: Model, cycle: Appendable, extra: Extra): readonly string[] {
  const { window } = first(cycle.timed);
  const { lower, upper } = window;
  const from = overlapFrom(window)!;
  const made: string[] = [];
  for (let k = 1; k < from; k++) {
    const exactly = {
      lower: { ...lower, value: k * lower.value },
      upper: { ...upper, value: k * upper.value },
    };
    made.push(waitFor(editor, names, model, cycle, exactly, `rounds${k}`, extra));
  }
  const more = { lower: { ...lower, value: from * lower.value }, upper: { value: Infinity, strict: true } };
  made.push(waitFor(editor, names, model, cycle, more, "wait", extra));
  return made;
}

interface Marks {
  readonly cycle: Appendable;
  readonly full: string;
  readonly jumped: string;
}

/** What an edge must test and note for a replaced cycle; the only edge of a cycle is removed. */
function marksOf({ cycle, full, jumped }: Marks, e: Appendable["edges"][number]): Extra | "removed" {
  const { edges } = cycle;
  const start = first(edges).source;
  const at = edges.indexOf(e);
  if (edges.length === 1) {
    if (at === 0) return "removed";
    return { guards: [], updates: e.target === start ? [set(jumped, 0)] : [] };
  }
  if (at === edges.length - 1)
    return { guards: [build.binary("==", build.name(full), build.int(0))], updates: [set(jumped, 0)] };
  if (at === 0) return { guards: [], updates: [set(full, 1)] };
  if (at > 0) return { guards: [], updates: [] };
  if (e.target === start) return { guards: [], updates: [set(jumped, 0)] };
  return { guards: [], updates: edges.some((c) => c.source === e.target) ? [set(full, 0)] : [] };
}

function change(editor: Editor, { tree }: UppaalSource, edge: Edge, extras: readonly Extra[]): void {
  const guards = extras.flatMap((x) => x.guards);
  const updates = extras.flatMap((x) => x.updates);
  const { guard, update } = edge;
  if (guards.length > 0)
    editor.setLabel(edge, "guard", printExpr(build.and(...(guard === undefined ? [] : [guard.value]), ...guards)));
  if (updates.length === 0) return;
  const all = [...(update?.value ?? []), ...updates].map(printExpr);
  // UPPAAL 3 writes assignments with a colon.
  editor.setLabel(edge, "update", (tree.syntax === "old" ? all.map((t) => t.replace(/ = /, " := ")) : all).join(", "));
}

function set(name: string, value: number): Expr {
  return build.assign(build.name(name), build.int(value));
}
