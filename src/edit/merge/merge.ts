import { type Diagnostic, hasErrors, wants } from "../../base/index.ts";
import { check } from "../../model/index.ts";
import { parseQueryFile, read, type UppaalSource } from "../../syntax/index.ts";
import { queryNodes, xtaNodes } from "./cutcode.ts";
import { xmlNodes } from "./cutxml.ts";
import { withOldIds } from "./ids.ts";
import { codeMark, markupMark } from "./mark.ts";
import { cut, type Node, node, type Part } from "./part.ts";
import { type Conflict, type Decision, type Merging, threeWay } from "./three.ts";

/**
 * Merges two versions of a model that come from a third, by the identity of its parts: templates, locations, edges, labels,
 * declarations, processes, queries, places. What nobody touched keeps its bytes. The result is read and checked again: a change that
 * would make it wrong is not made but marked, so that it has no fault that neither side had. Where that cannot be had, ours stays.
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
  const faults = (text: string): readonly Diagnostic[] => parseQueryFile(text).diagnostics;
  const known = [...faults(ours), ...faults(theirs)];
  return settled({ base: whole(base), ours: whole(ours), theirs: whole(theirs) }, false, faults, known);
}

function mergeTrees({ base, ours, theirs }: Versions, name: string): Merged {
  const [old, mine, other] = [base.trim() === "" ? ours : base, ours, theirs].map((text) => read(text, { name }));
  const sources = [old!, mine!, other!] as const;
  const wrong = ["the base", "ours", "theirs"].find((_, i) => hasErrors(sources[i]!.diagnostics));
  if (wrong !== undefined) return { kind: "refused", reason: `${wrong} cannot be read: check it first` };
  if (!sources.every(isUppaal)) return { kind: "refused", reason: "models in TChecker's format cannot be merged" };
  const [a, b, c] = sources as readonly UppaalSource[] as [UppaalSource, UppaalSource, UppaalSource];
  if (a.format !== b.format || b.format !== c.format)
    return { kind: "refused", reason: "the versions are of different formats" };
  const isXml = a.format === "xml";
  const texts = isXml ? withOldIds({ base: a, ours: b, theirs: c }) : { ours, theirs };
  const faults = (text: string): readonly Diagnostic[] => faultsOf(text, name);
  const known = [...faults(ours), ...faults(theirs)];
  const whole = (text: string): Part => wholeOf(text, name);
  const parts = { ours: whole(texts.ours), theirs: whole(texts.theirs) };
  return settled(base.trim() === "" ? parts : { base: whole(base), ...parts }, isXml, faults, known);
}

function isUppaal({ format }: { readonly format: string }): boolean {
  return format !== "tck";
}

function wholeOf(text: string, name: string): Part {
  const source = read(text, { name });
  if (source.format === "tck") return cut(text, fileOf(text, []));
  return cut(text, fileOf(text, source.format === "xml" ? xmlNodes(source) : xtaNodes(source)));
}

function fileOf(text: string, inner: readonly Node[]): Node {
  return node("file", "", { start: 0, end: text.length }, { inner });
}

/** What is wrong with a text; of ids that are used twice only a warning is given, and yet no merge may make them. */
function faultsOf(text: string, name: string): readonly Diagnostic[] {
  const source = read(text, { name });
  if (source.format === "tck" || hasErrors(source.diagnostics)) return source.diagnostics;
  const all = [...source.diagnostics, ...check(source.tree).diagnostics];
  return all.filter(({ severity, code }) => severity === "error" || code === "duplicate-id");
}

interface Cut {
  readonly base?: Part;
  readonly ours: Part;
  readonly theirs: Part;
}

/** Merges, and merges again without what made the result wrong, until nothing does. */
function settled(
  parts: Cut,
  isXml: boolean,
  faults: (text: string) => readonly Diagnostic[],
  known: readonly Diagnostic[],
): Merged {
  const old = new Set(known.map(({ message }) => message));
  const veto = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const merging = threeWay(parts, isXml, veto);
    const news = faults(merging.text).filter(({ message }) => !old.has(message));
    if (news.length === 0) return mergedOf(merging);
    const before = veto.size;
    for (const fault of news) {
      const guilty = narrowest(merging.decisions, fault);
      if (guilty !== undefined) veto.add(guilty.path);
    }
    if (veto.size === before) break;
  }
  return unmerged(parts.ours.body, isXml);
}

const ROUNDS = 12;

function mergedOf({ text, conflicts, notes }: Merging): Merged {
  return { kind: "merged", text, conflicts, notes };
}

function narrowest(decisions: readonly Decision[], { span }: Diagnostic): Decision | undefined {
  return decisions
    .filter(({ start, end }) => start <= span.start && span.start <= end)
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
