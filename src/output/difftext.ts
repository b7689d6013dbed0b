import { append, wants } from "../base/index.ts";
import type { Change, Difference } from "./diff.ts";

/** A difference for people: `+` added, `-` removed, `~` changed, grouped by template; then what is only drawn otherwise. */
export function renderDifference(difference: Difference): string {
  wants("renderDifference", difference, "difference");
  const { changes, layout } = difference;
  if (changes.length === 0 && layout.length === 0) return "no difference\n";
  const lines: string[] = [];
  if (changes.length === 0) lines.push("the models differ in layout only");
  let template: string | undefined;
  for (const change of changes) {
    if (change.template !== undefined && change.template !== template) lines.push(`template ${change.template}`);
    template = change.template;
    append(
      lines,
      renderChange(change).map((line) => (template === undefined ? line : `  ${line}`)),
    );
  }
  if (layout.length > 0) {
    const shown = layout.slice(0, 8).join(", ");
    lines.push(
      `layout: ${layout.length} ${layout.length === 1 ? "part is" : "parts are"} drawn or commented otherwise (${shown}${layout.length > 8 ? ", ..." : ""})`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function renderChange({ kind, what, name, before, after }: Change): string[] {
  const title = `${what} ${name}`;
  const one = (mark: string, text: string | undefined): string =>
    `${mark} ${title}${text === undefined || text === "" ? "" : `: ${oneLine(text)}`}`;
  if (kind === "added") return [one("+", after)];
  if (kind === "removed") return [one("-", before)];
  return [`~ ${title}`, `    - ${oneLine(before ?? "")}`, `    + ${oneLine(after ?? "")}`];
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
