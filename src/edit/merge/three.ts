import type { Span } from "../../base/index.ts";
import { codeMark, markupMark, nameOf, plain } from "./mark.ts";
import { alignParts, type Row } from "./match.ts";
import { omitted, type Part, saidBy } from "./part.ts";

/**
 * Three versions of a text become one, part by part: what one side changed is as that side has it, what neither did keeps its
 * bytes, and what both changed otherwise is a conflict: ours stays, and a comment says what theirs is.
 */
export interface Conflict {
  /** What it is about, for people. */
  readonly where: string;
  readonly text: string;
}

/** Something of one side that came into the result, and where it stands there. */
export interface Decision extends Span {
  readonly path: string;
  readonly from: Side;
  /** Where it stands there in the text of that side. */
  readonly at: number;
}

export type Side = "ours" | "theirs";

export interface Merging {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
  /** Drawn otherwise by both: ours stays, and nothing is marked. */
  readonly notes: readonly string[];
  readonly decisions: readonly Decision[];
}

/** `veto` names decisions that must not be taken as they are: those of one part become conflicts, whole ones are looked into. */
export function threeWay(row: Row, isXml: boolean, veto: ReadonlySet<string>): Merging {
  const merge = new Three(isXml, veto);
  merge.row(row, [], "");
  return { text: merge.out.join(""), ...merge };
}

class Three {
  readonly out: string[] = [];
  readonly conflicts: Conflict[] = [];
  readonly notes: string[] = [];
  readonly decisions: Decision[] = [];
  private length = 0;
  /** Where the edge written last leaves. */
  private leaves: string | undefined;
  /** Comments that wait for the end of the element they belong to. */
  private waiting: string[] = [];
  private readonly isXml: boolean;
  private readonly veto: ReadonlySet<string>;

  constructor(isXml: boolean, veto: ReadonlySet<string>) {
    this.isXml = isXml;
    this.veto = veto;
  }

  private write(text: string): void {
    this.out.push(text);
    this.length += text.length;
  }

  /** An edge that leaves its source to the one before it gets its own where that one is another. */
  private part(part: Part): void {
    this.openWith(part);
    this.write(part.body);
  }

  private openWith(part: Part): void {
    if (part.source === undefined) return;
    if (part.source !== this.leaves) this.write(omitted(part));
    this.leaves = part.source;
  }

  row(row: Row, above: readonly Part[], path: string): void {
    const { base, ours, theirs } = row;
    const around = [...above, (ours ?? theirs ?? base)!];
    if (ours !== undefined && theirs !== undefined) this.both(row, ours, theirs, around, path);
    else if (base !== undefined) this.removed(base, ours, theirs, around, path);
    else this.added((ours ?? theirs)!, ours === undefined ? "theirs" : "ours", around, path);
  }

  private both({ base }: Row, ours: Part, theirs: Part, around: readonly Part[], path: string): void {
    this.lead(base, ours, theirs, around);
    const looksInto = this.veto.has(path) && ours.inner.length + theirs.inner.length > 0;
    const [before, mine, other] = [base && saidBy(base), saidBy(ours), saidBy(theirs)];
    if (mine === other) this.part(base?.body === ours.body ? theirs : ours);
    else if (!looksInto && base !== undefined && before === mine) this.taken(base, theirs, "theirs", around, path);
    else if (!looksInto && base !== undefined && before === other) this.taken(base, ours, "ours", around, path);
    else if (ours.inner.length > 0 && theirs.inner.length > 0) this.inside(base, ours, theirs, around, path);
    else this.clash(ours, theirs, around);
  }

  private lead(base: Part | undefined, ours: Part, theirs: Part, around: readonly Part[]): void {
    const merged = mergeTexts(base?.lead, ours.lead, theirs.lead);
    this.write(merged ?? ours.lead);
    if (merged === undefined) this.conflict(around, `before this theirs has ${theirs.lead.trim()}`, "none");
  }

  /** One side changed it and the other did not. */
  private taken(base: Part, part: Part, side: Side, around: readonly Part[], path: string): void {
    if (!this.veto.has(path)) return this.decide(path, part, side);
    this.part(base);
    this.conflict(around, `${side} has ${saidBy(part)}`, part.mark);
  }

  private decide(path: string, part: Part, from: Side): void {
    this.openWith(part);
    const start = this.length;
    this.write(part.body);
    this.decisions.push({ path, from, at: part.start, start, end: this.length });
  }

  private removed(base: Part, ours: Part | undefined, theirs: Part | undefined, around: readonly Part[], path: string) {
    const rest = ours ?? theirs;
    if (rest === undefined) return;
    const side = ours === undefined ? "ours" : "theirs";
    const isUntouched = saidBy(rest) === saidBy(base);
    if (isUntouched && !this.veto.has(path)) {
      this.decisions.push({ path, from: side, at: 0, start: this.length, end: this.length });
      return;
    }
    this.write(rest.lead);
    this.part(rest);
    this.conflict(around, `${side} removed this${isUntouched ? "" : ", which the other side changed"}`, rest.mark);
  }

  private added(part: Part, side: Side, around: readonly Part[], path: string): void {
    if (this.veto.has(path)) return this.conflict(around, `${side} adds ${saidBy(part)}`, part.mark);
    // Two declarations that both were the first of their text need something between them.
    const lead =
      part.lead === "" && part.kind === "declaration" && !/^$|[\s>]$/.test(this.out.at(-1) ?? "") ? "\n" : part.lead;
    this.write(lead);
    this.decide(path, part, side);
  }

  private inside(base: Part | undefined, ours: Part, theirs: Part, around: readonly Part[], path: string): void {
    const waited = this.waiting;
    if (ours.mark === "markup") this.waiting = [];
    if (ours.kind === "template") this.leaves = undefined;
    const rows = alignParts(base?.inner ?? [], ours.inner, theirs.inner);
    rows.forEach((row, i) => {
      const { kind, key } = (row.base ?? row.ours ?? row.theirs)!;
      this.row(row, around, `${path}/${kind} ${key} ${i}`);
    });
    const tail = mergeTexts(base?.tail, ours.tail, theirs.tail);
    if (tail === undefined) this.conflict(around, `at its end theirs has ${theirs.tail.trim()}`, "none");
    if (ours.mark === "markup") {
      const [inner, behind] = /^\s*<\//.test(ours.tail) ? [this.waiting, []] : [[], this.waiting];
      this.write(inner.join("") + (tail ?? ours.tail) + behind.join(""));
      this.waiting = waited;
    } else this.write(tail ?? ours.tail);
  }

  private clash(ours: Part, theirs: Part, around: readonly Part[]): void {
    this.part(ours);
    if (ours.kind === "number") return;
    if (ours.kind === "place") this.notes.push(`${nameOf(around.slice(0, -1))}: both drew it otherwise, ours stays`);
    else this.conflict(around, `theirs has ${saidBy(theirs)}`, ours.mark);
  }

  private conflict(around: readonly Part[], text: string, mark: Part["mark"]): void {
    const where = nameOf(around);
    this.conflicts.push({ where, text: plain(text, this.isXml) });
    if (mark === "markup") this.write(markupMark(text));
    else if (mark === "none" && this.isXml) this.waiting.push(markupMark(`${around.at(-1)!.kind}: ${text}`));
    else this.write(`${/\/\//.test(this.out.at(-1) ?? "") ? "\n" : " "}${codeMark(text, this.isXml)}`);
  }
}

/** Of three small texts the merged one; undefined if both sides changed it otherwise, not counting white space. */
function mergeTexts(base: string | undefined, ours: string, theirs: string): string | undefined {
  if (ours === theirs || base === theirs) return ours;
  if (base === ours) return theirs;
  const bare = (text: string): string => text.replace(/\s+/g, "");
  if (bare(ours) === bare(theirs) || (base !== undefined && bare(theirs) === bare(base))) return ours;
  return base !== undefined && bare(ours) === bare(base) ? theirs : undefined;
}
