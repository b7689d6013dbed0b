import type { Span } from "../../base/index.ts";
import type { Model, Symbol } from "../../model/index.ts";
import type { Decision, Side } from "./three.ts";

/**
 * A text that is right in its new place may still mean something else there: a name that one side uses is caught by what the
 * other side declares nearer to it, or is no longer hidden by what the other side removed; a process comes between others of
 * the system line and has another priority to them. What is found here must not be merged as it is.
 */
interface Models {
  readonly base?: Model;
  readonly ours: Model;
  readonly theirs: Model;
}

/** Places of the merged text whose meaning is not that of the side they come from. */
export function strayed(merged: Model, decisions: readonly Decision[], sides: Models): readonly Span[] {
  return [...caughtNames(merged, decisions, sides), ...turnedPriorities(merged, sides)];
}

function caughtNames(merged: Model, decisions: readonly Decision[], sides: Models): readonly Span[] {
  const before: Readonly<Record<Side, ReadonlyMap<number, string>>> = {
    ours: homesOf(sides.ours),
    theirs: homesOf(sides.theirs),
  };
  const now = [...homesOf(merged)];
  return decisions.flatMap(({ from, at, start, end }) =>
    now.flatMap(([place, home]) => {
      if (place < start || place >= end) return [];
      const known = before[from].get(at + place - start);
      return known === undefined || known === home ? [] : [{ start: place, end: place }];
    }),
  );
}

/** By the place of each name, how far away what it means is declared. */
function homesOf({ symbols, templates }: Model): ReadonlyMap<number, string> {
  const inTemplate = ({ start }: Span): boolean =>
    templates.some(({ node }) => node.start <= start && start < node.end);
  const homes = new Map([...new Set(symbols.values())].map((symbol) => [symbol, homeOf(symbol, inTemplate)]));
  return new Map([...symbols].map(([{ start }, symbol]) => [start, homes.get(symbol)!]));
}

function homeOf(symbol: Symbol, inTemplate: (span: Span) => boolean): string {
  if (symbol.kind === "template" || symbol.kind === "instance") return "global";
  if (symbol.kind !== "variable") return inTemplate(symbol.span) ? "template" : "global";
  switch (symbol.role) {
    // A variable of a template that became a parameter is still its own.
    case "template":
    case "parameter":
      return "template";
    case "local":
    case "argument":
    case "binder":
      return "inner";
    default:
      return symbol.role;
  }
}

/** Processes that have another priority to each other than the sides want. */
function turnedPriorities(merged: Model, { base, ours, theirs }: Models): readonly Span[] {
  const now = prioritiesOf(merged);
  if (new Set(now.values()).size < 2) return [];
  const [before, mine, other] = [
    base === undefined ? undefined : prioritiesOf(base),
    prioritiesOf(ours),
    prioritiesOf(theirs),
  ];
  const isTurned = (a: string, b: string): boolean => {
    const [old, our, their] = [before && order(before, a, b), order(mine, a, b), order(other, a, b)];
    const wanted = our === undefined || (their !== undefined && our === old) ? their : our;
    return wanted !== undefined && wanted !== order(now, a, b);
  };
  const names = merged.tree.system?.groups.flat() ?? [];
  return names.filter(({ name }) => names.some((another) => isTurned(name, another.name)));
}

function prioritiesOf({ tree }: Model): ReadonlyMap<string, number> {
  return new Map((tree.system?.groups ?? []).flatMap((group, i) => group.map(({ name }) => [name, i] as const)));
}

function order(priorities: ReadonlyMap<string, number>, a: string, b: string): number | undefined {
  const [first, second] = [priorities.get(a), priorities.get(b)];
  return first === undefined || second === undefined ? undefined : Math.sign(first - second);
}
