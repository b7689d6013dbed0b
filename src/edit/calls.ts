import { type Span, wants } from "../base/index.ts";
import type { CheckedTemplate, Func } from "../model/index.ts";
import { defines, type Occurrence, occurrenceAt } from "./occurrence.ts";
import type { Page } from "./page.ts";
import { holds } from "./place.ts";

/** Who calls a function and whom it calls. A label of an edge or a location calls for its template. */
export type Caller = Func | CheckedTemplate;

export interface Calls {
  readonly who: Caller;
  /** Where the calls stand, in the caller. */
  readonly places: readonly Span[];
}

export function functionAt(page: Page, offset: number): Func | undefined {
  wants("functionAt", page, "page");
  const symbol = occurrenceAt(page, offset)?.symbol;
  return symbol?.kind === "function" && symbol.node !== undefined ? symbol : undefined;
}

export function callersOf(page: Page, callee: Func): readonly Calls[] {
  wants("callersOf", page, "page");
  return grouped(
    page.occurrences.filter((here) => here.symbol === callee && !defines(here)),
    (here) => callerAt(page, here.start),
  );
}

export function calledBy(page: Page, caller: Func): readonly Calls[] {
  wants("calledBy", page, "page");
  const body = caller?.node?.body;
  if (body === undefined) return [];
  return grouped(
    page.occurrences.filter((here) => holds(body, here.start)),
    ({ symbol }) => (symbol.kind === "function" && symbol.node !== undefined ? symbol : undefined),
  );
}

function callerAt({ model }: Page, offset: number): Caller | undefined {
  const template = model?.templates.find(({ node }) => holds(node, offset));
  const functions = [...(template?.functions ?? []), ...(model?.functions ?? [])];
  return functions.find(({ node }) => node !== undefined && holds(node, offset)) ?? template;
}

function grouped(places: readonly Occurrence[], whoAt: (here: Occurrence) => Caller | undefined): readonly Calls[] {
  const found = new Map<Caller, Span[]>();
  for (const here of places) {
    const who = whoAt(here);
    if (who === undefined) continue;
    const known = found.get(who);
    if (known === undefined) found.set(who, [here]);
    else known.push(here);
  }
  return [...found].map(([who, spans]) => ({ who, places: spans }));
}
