import { faultsAfter, modelPage, type Page } from "../../src/index.ts";
import { pick, type Random } from "./edits.ts";

/**
 * Somebody types: a few small changes at one place of a model, mostly inside a label, that make it wrong, right again or
 * something else. The law: what is found by reading only the part that changed is what is found by reading the text anew.
 */
interface Typed {
  readonly asked: number;
  /** How often only the part was read. */
  readonly short: number;
  readonly wrong: readonly string[];
}

const pieces =
  'x|y|i|N|id|nobody| |\n|(|)|{|}|[|]|;|,|.|:|&|&amp;|&lt;|<|>|==|=|:=|!|?|+|-|/|1|0|99999999999|1.5|true|/*|*/|//|<!--|"|€';
const longer =
  " && true| || x| and nobody < 1|, x = 0|guard |sync go!|assign |forall (q : int[0, 1]) |exists|random(2)|x' == 2|deadlock|import|gantt|const|spawn P()|1 / 0|i++|sum (k : int[0, 2]) k";

export function type(page: Page, random: Random): Typed {
  const all = [...pieces.split("|"), ...longer.split("|")];
  const at = placeIn(page, random);
  let [text, asked, short] = [page.text, 0, 0];
  const wrong: string[] = [];
  for (let i = 0; i < 4; i++) {
    const start = Math.min(text.length, at + Math.floor(random() * 4));
    const end = Math.min(text.length, start + Math.floor(random() * random() * 8));
    text = `${text.slice(0, start)}${random() < 0.3 ? "" : pick(all, random)}${text.slice(end)}`;
    const found = faultsAfter(page, text);
    asked++;
    if (found === undefined) continue;
    short++;
    const anew = modelPage(text, page.source?.name)?.diagnostics;
    if (JSON.stringify(found) !== JSON.stringify(anew))
      wrong.push(`${JSON.stringify(text.slice(at - 60, at + 60))}: ${JSON.stringify([found, anew])}`);
  }
  return { asked, short, wrong };
}

/** Mostly in a label of an edge or location. */
export function placeIn({ text, source }: Page, random: Random): number {
  const parts = (source?.tree.templates ?? []).flatMap(({ edges, locations }) => [
    ...edges.flatMap((e) => [e.guard, e.update, e.sync, e.select, e.probability]),
    ...locations.flatMap((l) => [l.invariant, l.rate]),
  ]);
  const label = pick(
    parts.filter((part) => part !== undefined),
    random,
  );
  const { start, end } = label === undefined || random() < 0.1 ? { start: 0, end: text.length } : label;
  return start + Math.floor(random() * (end - start + 1));
}
