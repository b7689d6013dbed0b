/** Pieces of a tester's template: labels, comments, colours, and what is kept of the specification's drawing. */
import { nowhere } from "../base/index.ts";
import {
  type Binder,
  build,
  type Edge,
  type Expr,
  type Label,
  type Location,
  type Name,
  type Note,
  type Sync,
} from "../syntax/index.ts";
import type { Flipped } from "./flip.ts";
import { join } from "./simplify.ts";
import type { TestChannel } from "./test-interface.ts";
import type { Direction, SpecEdge } from "./test-setup.ts";

/** Of what the tester adds. */
export const newColor = "#f0e68c";
export const urgentColor = "#7fffd4";

export function channelName({ channel }: SpecEdge): string {
  return channel?.name ?? "";
}

export function indexed(name: string, subscripts: readonly Expr[]): Expr {
  return subscripts.reduce((array: Expr, index) => build.index(array, index), build.name(name));
}

export function comment(text: string): readonly Note[] {
  return [{ ...nowhere, kind: "comments", text }];
}

/** A location without its invariant and marks. */
export function bare(l: Location): Location {
  const { invariant: _, rate: __, ...rest } = l;
  return { ...rest, urgent: false, committed: false };
}

/** What of an edge stays where it was drawn. */
export function copied(e: Edge): Pick<Edge, "nails" | "controllable" | "color"> {
  return { nails: e.nails, controllable: e.controllable, ...(e.color === undefined ? {} : { color: e.color }) };
}

export function labelled(
  old: Edge | undefined,
  selects: readonly Binder[],
  guard: readonly Expr[],
  sync: Sync | undefined,
  update: readonly Expr[],
): Pick<Edge, "select" | "guard" | "sync" | "update"> {
  const label = <T>(value: T, before: Label<unknown> | undefined): Label<T> => ({
    ...nowhere,
    value,
    ...(before?.place === undefined ? {} : { place: before.place }),
  });
  return {
    ...(selects.length === 0 ? {} : { select: label(selects, old?.select) }),
    ...(guard.length === 0 ? {} : { guard: label(join(guard, "&&"), old?.guard) }),
    ...(sync === undefined ? {} : { sync: label(sync, old?.sync) }),
    ...(update.length === 0 ? {} : { update: label(update, old?.update) }),
  };
}

/** An edge with a flipped guard, as far as it is known: source, target and labels. */
export function wayOf(
  source: Name,
  target: Name,
  { selects, guard, subscripts }: Flipped,
  sync: readonly [TestChannel, Direction] | undefined,
  update: readonly Expr[] = [],
) {
  const made: Sync | undefined =
    sync === undefined ? undefined : { ...nowhere, channel: indexed(sync[0].name, subscripts), direction: sync[1] };
  return { source, target, color: newColor, ...labelled(undefined, selects, guard, made, update) };
}
