import { type Diagnostic, hasErrors, type Span, wants } from "../base/index.ts";
import { queryFaults, recheck } from "../model/index.ts";
import { reread } from "../syntax/index.ts";
import { besides, type Page } from "./page.ts";

/**
 * What is wrong with a text that differs from a page's in one stretch, found by reading and checking only the edge or
 * location that the stretch is in: what the page of the text would say, word for word and in order. It is undefined where
 * only a new page can tell.
 */
export function faultsAfter(page: Page, text: string): readonly Diagnostic[] | undefined {
  wants("faultsAfter", page, "page");
  wants("faultsAfter", text, "text");
  if (text === page.text) return page.diagnostics;
  const { source, model } = page;
  const again = source === undefined ? undefined : reread(source, text);
  if (source === undefined || model === undefined || again === undefined) return undefined;
  const rechecked = recheck(model, again);
  if (rechecked === undefined) return undefined;
  const by = text.length - source.text.length;
  const { end } = again.old;
  const moved = (d: Diagnostic): Diagnostic => ({ ...d, span: behind(d.span, end, by) });
  const here = rechecked.here.map((d) => ({ ...d, span: again.move(d.span) }));
  const checked = [...rechecked.elsewhere.map(moved), ...here].sort((a, b) => a.span.start - b.span.start);
  const part = again.move(again.now);
  const own = [...again.diagnostics, ...besides(again.diagnostics, () => [part], checked)];
  const asked = queryFaults(source.queryDiagnostics, page.entries, hasErrors(own) ? [] : page.queries);
  return [...own, ...asked.map(moved)];
}

/** Where a span outside the part is now, which ended at `end` and has become longer. */
function behind({ start, end: last }: Span, end: number, by: number): Span {
  return { start: start >= end ? start + by : start, end: last >= end ? last + by : last };
}
