import { type Diagnostic, wants } from "../base/index.ts";
import { applyEdits, type Edit } from "../syntax/index.ts";
import { modelPage, type Page, queryPage } from "./page.ts";

/**
 * How a fault can be mended by an edit. Most say what the fault's hint says in words. Each is tried before it is offered: the
 * text that it makes is read, and has this fault no more, and no new one.
 */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** `about` is the page of the model, for a page of queries. */
export function fixesOf(page: Page, fault: Diagnostic, about?: Page): readonly Fix[] {
  wants("fixesOf", page, "page");
  return candidates(page, fault).filter(({ edits }) => mends(page, edits, about));
}

function candidates(page: Page, { span, hint = "", code }: Diagnostic): readonly Fix[] {
  const here = page.text.slice(span.start, span.end);
  const [, meant] = /^did you mean '([A-Za-z_][\w.()]*)'\?$/.exec(hint) ?? [];
  if (meant !== undefined) return [{ title: `Write '${meant}'`, edits: [{ ...span, text: meant }] }];
  if (/^'=' assigns/.test(hint)) {
    const at = span.start + here.search(single);
    return at < span.start ? [] : [{ title: "Compare by '=='", edits: [{ start: at, end: at + 1, text: "==" }] }];
  }
  return code === "unknown-identifier" && /^[A-Za-z_]\w*$/.test(here) ? declared(page, here) : [];
}

/** An assignment's sign, and none of another operator. */
const single = /(?<![=<>!:+*/%&|^-])=(?!=)/;

/** A variable of this name, declared behind the other global ones. */
function declared({ source }: Page, name: string): readonly Fix[] {
  const last = source?.tree.declarations.filter(({ kind }) => kind === "variables").at(-1);
  if (last === undefined || source === undefined) return [];
  const at = source.text.indexOf(";", last.end - 1) + 1;
  return ["int", "clock", "chan"].map((type) => ({
    title: `Declare '${type} ${name}'`,
    edits: [{ start: at, end: at, text: `\n${type} ${name};` }],
  }));
}

function mends(page: Page, edits: readonly Edit[], about: Page | undefined): boolean {
  const text = applyEdits(page.text, edits);
  const after = page.kind === "queries" ? queryPage(text, about) : modelPage(text, page.source?.name);
  return after !== undefined && errorsOf(after) < errorsOf(page);
}

function errorsOf({ diagnostics }: Page): number {
  return diagnostics.filter(({ severity }) => severity === "error").length;
}
