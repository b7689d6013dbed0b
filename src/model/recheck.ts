import { type Diagnostic, wants } from "../base/index.ts";
import type { Edge, Location, Template, Tree } from "../syntax/index.ts";
import { arrange, type Checked, check, checkedOf } from "./check.ts";
import type { Model } from "./model.ts";

/**
 * What checking says of a model in which one edge or location was read again, without checking the others: the part is
 * checked as it was and as it is, each time among the declarations and locations of the model and no other edges.
 *
 * Edges do not declare anything, so that nothing is found in one of them because of another but by the few things that
 * checking notes as it goes: how channels are used, whether doubles were met, which types, how much was computed. Where the
 * part as it is notes the same as the part as it was, all else stays as it was found; where it does not, or where one of
 * these already decided something, the answer is undefined and the whole is to be checked.
 */
interface Part {
  readonly template: Template;
  readonly old: Edge | Location;
  readonly now: Edge | Location;
  /** The places of `now` begin here, behind all others. */
  readonly at: number;
}

interface Rechecked {
  /** Found elsewhere, where it stood before. */
  readonly elsewhere: readonly Diagnostic[];
  /** Found in the part, by its own places. */
  readonly here: readonly Diagnostic[];
}

/** So many faults: hints are looked for with the first ones only, whichever these are. */
const few = 15;

export function recheck(model: Model, part: Part): Rechecked | undefined {
  wants("recheck", model, "model");
  const whole = checkedOf(model);
  // Edges that meet at a branch point are one transition.
  if (whole === undefined || part.template.branchpoints.length > 0 || !isSimple(whole)) return undefined;
  const before = asItWas(model, part);
  const after = checkedOf(check(alone(model.tree, part, part.now)));
  if (before === undefined || after === undefined || !isSimple(before) || !isSimple(after)) return undefined;
  if (noted(before) !== noted(after)) return undefined;
  const wasHere = ({ span }: Diagnostic): boolean => part.old.start <= span.start && span.end <= part.old.end;
  const isHere = ({ span }: Diagnostic): boolean => span.start >= part.at;
  const [found, then, now] = [whole, before, after].map((checked) => arrange(checked.context.diagnostics));
  if (!same(found!.filter(wasHere), then!.filter(wasHere))) return undefined;
  if (!same(without(then!, wasHere), without(now!, isHere))) return undefined;
  return { elsewhere: without(found!, wasHere), here: now!.filter(isHere) };
}

const last = new WeakMap<Model, { readonly of: Part["old"]; readonly checked: Checked | undefined }>();

/** Who types stays in one part for a while. */
function asItWas(model: Model, part: Part): Checked | undefined {
  const known = last.get(model);
  if (known?.of === part.old) return known.checked;
  const checked = checkedOf(check(alone(model.tree, part, part.old)));
  last.set(model, { of: part.old, checked });
  return checked;
}

function without(all: readonly Diagnostic[], some: (diagnostic: Diagnostic) => boolean): readonly Diagnostic[] {
  return all.filter((diagnostic) => !some(diagnostic));
}

function same(a: readonly Diagnostic[], b: readonly Diagnostic[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The model with one part, and without all other edges. */
function alone(tree: Tree, { template, old }: Part, now: Edge | Location): Tree {
  const templates = tree.templates.map((other): Template => {
    if (other !== template) return { ...other, edges: [] };
    if ("source" in now) return { ...other, edges: [now] };
    return { ...other, edges: [], locations: other.locations.map((location) => (location === old ? now : location)) };
  });
  return { ...tree, templates };
}

/** Nothing that one part notes has decided anything about another. */
function isSimple({ context, traits, model }: Checked): boolean {
  const isWarned = model.features.symbolic && (context.oddClocks || context.doubles);
  return (
    !isWarned &&
    // Synchronisations without '!' and '?' are wrong beside those with them, wherever these are.
    !traits.csp &&
    context.dynamics.size === 0 &&
    context.diagnostics.length <= few &&
    context.evaluator.hasRoom
  );
}

/** What checking a part may note beside what it finds. */
function noted({ context: { doubles, oddClocks }, traits, model: { features } }: Checked): string {
  return JSON.stringify([doubles, oddClocks, { ...traits, io: false }, features]);
}
