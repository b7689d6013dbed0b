import { hasErrors, type Span, wants } from "../../base/index.ts";
import { read, type UppaalSource } from "../../syntax/index.ts";
import { queryNodes, xtaNodes } from "./cutcode.ts";
import { xmlNodes } from "./cutxml.ts";
import { withOldEdgeIds, withOwnEdgeIds } from "./edgeids.ts";
import { type Sides, withOldIds } from "./ids.ts";
import { type Judge, modelJudge, queryJudge } from "./judge.ts";
import { codeMark, markupMark } from "./mark.ts";
import { cut, type Node, node, type Part } from "./part.ts";
import { type Conflict, type Decision, type Merging, threeWay } from "./three.ts";

/**
 * Merges two versions of a model that come from a third, by the identity of its parts: templates, locations, edges, labels,
 * declarations, processes, queries, places. What nobody touched keeps its bytes. The result is read and checked again: a change
 * that would make it wrong, or would mean something else there, is not made but marked. Where that cannot be had, ours stays.
 */
export interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export type Merged =
  | {
      readonly kind: "merged";
      readonly text: string;
      /** What is to be decided by hand, each marked in the text. */
      readonly conflicts: readonly Conflict[];
      /** What both drew otherwise. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "refused"; readonly reason: string };

/** `name` tells the format by its ending, as everywhere. A blank base is none: both sides made the file. */
export function mergeModels(versions: Versions, name = "model"): Merged {
  for (const key of ["base", "ours", "theirs"] as const) wants("mergeModels", versions?.[key], "text");
  wants("mergeModels", name, "text");
  const { base, ours, theirs } = sameLineEnds(versions);
  if (ours === theirs || theirs === base) return { kind: "merged", text: ours, conflicts: [], notes: [] };
  if (ours === base) return { kind: "merged", text: theirs, conflicts: [], notes: [] };
  return /\.(q|ctl)$/i.test(name) ? mergeQueries({ base, ours, theirs }) : mergeTrees({ base, ours, theirs }, name);
}

/** A version that has other line ends than ours throughout gets those of ours. */
function sameLineEnds({ base, ours, theirs }: Versions): Versions {
  const end = lineEnds(ours);
  const like = (text: string): string => {
    const own = lineEnds(text);
    return end === undefined || own === undefined || own === end ? text : text.replaceAll(own, end);
  };
  return { base: like(base), ours, theirs: like(theirs) };
}

/** The line end of a text, if there is one kind of them. */
function lineEnds(text: string): "\n" | "\r\n" | undefined {
  if (!text.includes("\r")) return text.includes("\n") ? "\n" : undefined;
  return /(?<!\r)\n|\r(?!\n)/.test(text) ? undefined : "\r\n";
}

function mergeQueries({ base, ours, theirs }: Versions): Merged {
  const whole = (text: string): Part => cut(text, fileOf(text, queryNodes(text)));
  const parts = { base: whole(base), ours: whole(ours), theirs: whole(theirs) };
  const merging = settled(parts, false, queryJudge(ours, theirs));
  return merging === undefined ? unmerged(ours, false) : mergedOf(merging, merging.text);
}

function mergeTrees({ base, ours, theirs }: Versions, name: string): Merged {
  const isNew = base.trim() === "";
  const sources = [isNew ? ours : base, ours, theirs].map((text) => read(text, { name }));
  const wrong = ["the base", "ours", "theirs"].find((_, i) => hasErrors(sources[i]!.diagnostics));
  if (wrong !== undefined) return { kind: "refused", reason: `${wrong} cannot be read: check it first` };
  if (!sources.every(isUppaal)) return { kind: "refused", reason: "models in TChecker's format cannot be merged" };
  const [a, b, c] = sources as readonly UppaalSource[] as [UppaalSource, UppaalSource, UppaalSource];
  if (a.format !== b.format || b.format !== c.format)
    return { kind: "refused", reason: "the versions are of different formats" };
  const isXml = a.format === "xml";
  const aligned = isXml ? sameIds({ base: a, ours: b, theirs: c }, name) : { ours: b, theirs: c };
  const sides = isNew ? aligned : { base: a, ...aligned };
  const parts = { ours: wholeOf(aligned.ours), theirs: wholeOf(aligned.theirs) };
  const merging = settled(isNew ? parts : { base: wholeOf(a), ...parts }, isXml, modelJudge(sides, [b, c], name));
  if (merging === undefined) return unmerged(ours, isXml);
  return mergedOf(merging, isXml ? ownIds(merging, [b, c], name) : merging.text);
}

/** Both sides with the ids of the base. */
function sameIds({ base, ours, theirs }: Sides, name: string): Pick<Sides, "ours" | "theirs"> {
  const texts = withOldIds({ base, ours, theirs });
  const again = (text: string): UppaalSource => {
    const numbered = withOldEdgeIds(base, read(text, { name }) as UppaalSource);
    return read(numbered, { name }) as UppaalSource;
  };
  return { ours: again(texts.ours), theirs: again(texts.theirs) };
}

function ownIds({ text, decisions }: Merging, sides: readonly UppaalSource[], name: string): string {
  const taken = new Set(decisions.map(({ start }) => start));
  return withOwnEdgeIds(read(text, { name }) as UppaalSource, sides, (start) => taken.has(start));
}

function isUppaal({ format }: { readonly format: string }): boolean {
  return format !== "tck";
}

function wholeOf(source: UppaalSource): Part {
  return cut(source.text, fileOf(source.text, source.format === "xml" ? xmlNodes(source) : xtaNodes(source)));
}

function fileOf(text: string, inner: readonly Node[]): Node {
  return node("file", "", { start: 0, end: text.length }, { inner });
}

interface Cut {
  readonly base?: Part;
  readonly ours: Part;
  readonly theirs: Part;
}

/** Merges, and merges again without what made the result wrong, until nothing does; undefined if that does not end. */
function settled(parts: Cut, isXml: boolean, judge: Judge): Merging | undefined {
  const veto = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const merging = threeWay(parts, isXml, veto);
    const wrong = judge(merging);
    if (wrong.length === 0) return merging;
    const before = veto.size;
    for (const place of wrong) {
      const guilty = narrowest(merging.decisions, place);
      if (guilty !== undefined) veto.add(guilty.path);
    }
    if (veto.size === before) return undefined;
  }
  return undefined;
}

const ROUNDS = 12;

function mergedOf({ conflicts, notes }: Merging, text: string): Merged {
  return { kind: "merged", text, conflicts, notes };
}

function narrowest(decisions: readonly Decision[], place: Span): Decision | undefined {
  return decisions
    .filter(({ start, end }) => start <= place.start && place.start <= end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** Ours as it is, and a word at its end. */
function unmerged(ours: string, isXml: boolean): Merged {
  const text = "the changes of theirs do not fit to those of ours; this is ours alone";
  const end = isXml ? ours.lastIndexOf("</") : ours.length;
  const mark = isXml ? markupMark(text) : `${codeMark(text, false)}\n`;
  const marked = `${ours.slice(0, end)}${mark}\n${ours.slice(end)}`;
  return { kind: "merged", text: marked, conflicts: [{ where: "the model", text }], notes: [] };
}
