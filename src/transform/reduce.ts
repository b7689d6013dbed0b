/**
 * The reduction of a model by resets of dead variables: what `resets.ts` finds, written into the file. Only update labels
 * grow, and declarations where a function is generated or a variable becomes `meta`; everything else keeps its bytes. The
 * new text is read and checked again.
 */

import { type Liveness, liveVariables } from "../analysis/index.ts";
import { append, assert, first, wants } from "../base/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import { type Instantiated, locationAt, type NetworkQuery } from "../network/index.ts";
import type { Edge as TreeEdge, UppaalSource } from "../syntax/index.ts";
import { readAgain } from "./again.ts";
import { type ClassAssignment, classAssignments } from "./classes.ts";
import type { Place } from "./places.ts";
import { explainReset } from "./reset-report.ts";
import { FreshNames, hasScalarIndex, isUniform, ResetTexts, valueText } from "./reset-text.ts";
import { findResets, leafKey, type Reset, type Rule, type Skipped } from "./resets.ts";
import { substitutions } from "./substitute.ts";
import { type Writing, writeReduction } from "./write-resets.ts";

export interface ReduceOptions {
  readonly queries: readonly NetworkQuery[];
  /** Look at everything, as if any query might still be asked. */
  readonly keepAll?: boolean | undefined;
  /** Also take away assignments whose value is used only later in the same label, and use the value there. */
  readonly substitute?: boolean | undefined;
  /** Also give variables, where several of their values are alike, the one that stands for all. */
  readonly classes?: boolean | undefined;
}

/** One reset: a variable, or a part of it, on one edge of a template. */
export interface ReportedReset {
  /** From 1, in the order of the file. */
  readonly templateNumber: number;
  readonly template: string;
  readonly edge: TreeEdge;
  readonly source: string;
  readonly target: string;
  readonly variable: string;
  readonly value: string;
  readonly rule: Rule;
  readonly why: string;
}

/** An assignment that is no longer there; `isUsed`: its value stands where the variable was used. */
interface TakenAway {
  readonly template: string;
  readonly source: string;
  readonly target: string;
  readonly variable: string;
  readonly value: string;
  readonly isUsed: boolean;
}

export interface Reduction {
  readonly live: Liveness;
  readonly resets: readonly ReportedReset[];
  readonly meta: readonly { readonly variable: string; readonly channel: string }[];
  readonly substituted: readonly TakenAway[];
  readonly classes: readonly ClassAssignment[];
  readonly functions: readonly string[];
  readonly skipped: readonly { readonly variable: string; readonly why: string }[];
  /** The model as text; that of the source if nothing changes. */
  readonly text: string;
}

export function reduce(source: UppaalSource, made: Instantiated, options: ReduceOptions): Reduction {
  wants("reduce", source, "source");
  wants("reduce", made, "instantiated");
  wants("reduce", options, "object");
  const live = liveVariables(made.network, options);
  const canCall = source.tree.syntax === "new";
  const found = findResets(made, live, options.queries, (all) => unwritable(all, canCall));
  const skipped: Skipped[] = [...found.skipped];
  const substituted = options.substitute === true ? substitutions(made, live, found.resets) : [];
  const texts = new ResetTexts(new FreshNames(source.text), canCall);
  const items = new Map<TreeEdge, string[]>();
  const reported: ReportedReset[] = [];
  for (const [edge, resets] of byEdge(found.resets)) {
    for (const [place, all] of byPlace(resets)) {
      const kept = all.filter((r) => !substituted.some((s) => s.covers(r)));
      if (kept.length === 0) continue;
      const values = new Map(kept.map((r) => [r.leaf, valueOf(r)!]));
      const list = texts.items(
        place,
        kept.map((r) => r.leaf),
        (leaf) => values.get(leaf)!,
        isHidden(edge, first(kept)),
      );
      items.set(edge, [...(items.get(edge) ?? []), ...list]);
      append(reported, report(kept, made, live, options.queries));
    }
  }
  const isTaken = (edge: TreeEdge, template: CheckedTemplate, place: Place): boolean =>
    isHidden(edge, { place, template }) ||
    substituted.some((s) => s.edge === edge) ||
    found.resets.some((r) => r.edge === edge && r.place.variable === place.variable);
  const isAsked = options.classes === true && options.keepAll !== true && !live.gaveUp;
  const classes = isAsked ? classAssignments(made, live, options.queries, isTaken) : [];
  for (const { edge, variable, value } of classes)
    items.set(edge, [...(items.get(edge) ?? []), `${variable} = ${value}`]);
  const meta = found.meta.map((m) => m.place);
  const writing: Writing = { items, functions: texts.functions, meta, substituted };
  const { text, unsplit } = writeReduction(source, writing);
  for (const place of unsplit) note(skipped, place, "its declaration cannot be split to make it meta");
  const again = text === source.text ? undefined : readAgain(source, text);
  assert(
    again === undefined || !("fault" in again),
    `the reduced model is wrong: ${again !== undefined && "fault" in again ? again.fault.message : ""}`,
  );
  return {
    live,
    resets: reported,
    meta: found.meta
      .filter((m) => !unsplit.includes(m.place))
      .map((m) => ({ variable: m.place.name, channel: m.channel })),
    substituted: substituted.map(({ template, reset, variable, value, isUsed }) => {
      const { source: from, target: to } = first(reset.edges);
      return {
        template: template.name,
        source: locationAt(template, from).name,
        target: locationAt(template, to).name,
        variable,
        value,
        isUsed,
      };
    }),
    classes,
    functions: texts.functions.map((f) => f.name),
    skipped: skipped.map(({ place, why }) => ({ variable: place.name, why })),
    text,
  };
}

function note(skipped: Skipped[], place: Place, why: string): void {
  if (!skipped.some((s) => s.place.name === place.name && s.why === why)) skipped.push({ place, why });
}

/** Leaves whose initial value has no text somewhere, or whose reset needs a function where there are none. */
function unwritable(all: readonly Reset[], canCall: boolean): ReadonlySet<string> {
  const found = new Set(all.filter((r) => valueOf(r) === undefined || (!canCall && isHidden(r.edge, r))).map(leafKey));
  for (const [place, resets] of byPlace(all)) {
    if (!hasScalarIndex(place.shape)) continue;
    const isLoop = [...byEdge(resets).values()].every((list) => {
      const values = new Map(list.map((r) => [r.leaf, valueOf(r)]));
      return (
        canCall &&
        isUniform(
          place,
          list.map((r) => r.leaf),
          (leaf) => values.get(leaf),
        )
      );
    });
    if (!isLoop) for (const r of resets) found.add(leafKey(r));
  }
  return found;
}

function valueOf({ place, leaf, edges }: Reset): string | undefined {
  return valueText(place, leaf, [...new Set(edges.map((e) => e.process))]);
}

function byEdge(resets: readonly Reset[]): Map<TreeEdge, Reset[]> {
  return grouped(resets, (r) => r.edge);
}

function byPlace(resets: readonly Reset[]): Map<Place, Reset[]> {
  return grouped(resets, (r) => r.place);
}

function grouped<K>(resets: readonly Reset[], key: (r: Reset) => K): Map<K, Reset[]> {
  const found = new Map<K, Reset[]>();
  for (const r of resets) {
    const list = found.get(key(r));
    if (list === undefined) found.set(key(r), [r]);
    else list.push(r);
  }
  return found;
}

/** Whether the place's name means something else on the edge. */
function isHidden(edge: TreeEdge, { place, template }: Pick<Reset, "place" | "template">): boolean {
  const { name } = place;
  if (edge.select?.value.some((b) => b.name.name === name)) return true;
  if (place.template !== undefined) return false;
  const types = template.node.declarations.flatMap((d) =>
    d.kind === "typedef" ? d.declarators.map((t) => t.name) : [],
  );
  const own = [...template.parameters, ...template.variables, ...template.functions, ...template.locations, ...types];
  return own.some((symbol) => symbol.name === name);
}

/** Of a variable that is reset as a whole, one line; otherwise one for each part. */
function report(
  resets: readonly Reset[],
  made: Instantiated,
  live: Liveness,
  queries: readonly NetworkQuery[],
): readonly ReportedReset[] {
  const one = first(resets);
  const { template, edge, place, edges } = one;
  const { source, target } = first(edges);
  const base = {
    templateNumber: made.model.templates.indexOf(template) + 1,
    template: template.name,
    edge,
    source: locationAt(template, source).name,
    target: locationAt(template, target).name,
  };
  const line = (variable: string, value: string, reset: Reset): ReportedReset => ({
    ...base,
    variable,
    value,
    rule: reset.rule,
    why: explainReset(reset, live, queries),
  });
  const values = new Set(resets.map((r) => valueOf(r)!));
  const [value, other] = values;
  if (resets.length > 1 && resets.length === place.leaves.length)
    return [line(place.name, value !== undefined && other === undefined ? value : "its initial value", one)];
  return resets.map((r) => line(`${place.name}${r.leaf.path}`, valueOf(r)!, r));
}
