import { Lines, type Span } from "../base/index.ts";
import type { Tree } from "../syntax/index.ts";

/**
 * Comments that silence rules. In a comment of the language, a comment of XML or a label of the kind "comments":
 *
 *     zonal-disable-next-line ID, ID    what is found on the next line
 *     zonal-disable-line ID             what is found on this line
 *     zonal-disable ID                  what is found in the location, edge or template that the comment stands in, or in
 *                                       the whole file
 */
interface Silence {
  readonly ids: ReadonlySet<string>;
  readonly holds: (span: Span) => boolean;
}

const comment =
  /(?:\/\/|\/\*|<!--|<label\b[^>]*kind="comments"[^>]*>)\s*zonal-disable(-next-line|-line)?[ \t]+([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)/g;

/** Whether a finding of a rule is silenced, by text and tree of the file it is in. */
export function silencer(text: string, tree?: Tree): (rule: string, span: Span) => boolean {
  const silences: Silence[] = [];
  let lines: Lines | undefined;
  for (const match of text.matchAll(comment)) {
    lines ??= new Lines(text);
    const ids = new Set(match[2]!.split(/[ \t]*,[ \t]*/));
    silences.push({ ids, holds: reachOf(match[1], match.index, lines, tree) });
  }
  return (rule, span) => silences.some(({ ids, holds }) => ids.has(rule) && holds(span));
}

function reachOf(how: string | undefined, at: number, lines: Lines, tree: Tree | undefined): Silence["holds"] {
  if (how !== undefined) {
    const line = lines.position(at).line + (how === "-line" ? 0 : 1);
    return (span) => lines.position(span.start).line === line;
  }
  const inside = ({ start, end }: Span): boolean => start <= at && at < end;
  const template = tree?.templates.find(inside);
  const around = template && ([...template.locations, ...template.edges].find(inside) ?? template);
  return (span) => around === undefined || (around.start <= span.start && span.end <= around.end);
}
