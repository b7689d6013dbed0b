/**
 * Reading a certificate (docs/guide/certificates.md) line by line: the header, then members, each brought into the order of
 * the model and packed away at once, or the states of a run, and the line that counts them. Nothing else of the file is kept.
 */
import {
  type Header,
  headerOf,
  memberOf,
  parsed,
  type RunState,
  runStateOf,
  type WayLine,
  wayStateOf,
} from "./format.ts";
import { Members, type Packed } from "./members.ts";
import { type Layout, type Names, placed } from "./names.ts";
import { Unreadable } from "./outcome.ts";
import { Zone } from "./zone.ts";

export interface Certificate {
  readonly header: Header;
  readonly members: Members;
  /** Those that have ranks (9.5). */
  readonly ranked: Members;
  readonly run: readonly RunState[];
  readonly way: readonly WayLine[];
}

/** A certificate as plain data that threads share. */
export interface Parcel {
  readonly header: Header;
  readonly members: Packed;
  readonly ranked: Packed;
  readonly run: readonly RunState[];
  readonly way: readonly WayLine[];
}

export function parcelOf({ header, members, ranked, run, way }: Certificate): Parcel {
  return { header, run, way, members: members.packed(), ranked: ranked.packed() };
}

export function certificateOf({ header, members, ranked, run, way }: Parcel, { cells, clocks }: Layout): Certificate {
  const made = (isRanked: boolean, packed: Packed) => new Members(cells, clocks, isRanked, packed);
  return { header, run, way, members: made(false, members), ranked: made(true, ranked) };
}

export class Reading {
  /** Set by the first line. */
  header: Header | undefined;
  private readonly prepare: (header: Header) => Layout;
  private into: { readonly layout: Layout; readonly certificate: Certificate } | undefined;
  private readonly run: RunState[] = [];
  private readonly way: WayLine[] = [];
  private count = 0;
  private end: unknown;

  /** `prepare` is asked what states are when the header is known. */
  constructor(prepare: (header: Header) => Layout) {
    this.prepare = prepare;
  }

  line(text: string): void {
    if (this.header === undefined) {
      this.header = headerOf(text);
      const layout = this.prepare(this.header);
      const made = (isRanked: boolean) => new Members(layout.cells, layout.clocks, isRanked);
      const { header, run, way } = this;
      this.into = { layout, certificate: { header, members: made(false), ranked: made(true), run, way } };
      return;
    }
    if (this.end !== undefined) throw new Unreadable("the certificate goes on behind its end");
    const line = parsed(text, this.count + 2);
    if (typeof line === "object" && line !== null && "end" in line) this.end = line.end;
    else this.take(line, ++this.count);
  }

  /** After the last line. */
  done(): Certificate {
    if (this.into === undefined) throw new Unreadable("this is no certificate of version 1");
    if (this.end !== this.count)
      throw new Unreadable("the certificate is cut off: its last line does not say how many there are");
    return this.into.certificate;
  }

  private take(line: unknown, number: number): void {
    const { layout, certificate } = this.into!;
    const { names, cells, clocks: n } = layout;
    const { proof } = certificate.header;
    if (proof === "run" || proof === "stays" || proof === "apart") {
      this.run.push(runStateOf(line, cells, n));
      return;
    }
    if (proof === "way" || proof === "taken") {
      this.way.push(wayStateOf(line, cells, n));
      return;
    }
    const member = memberOf(line, cells, n);
    const values = placed(member.state, names);
    const lost = layout.processes.find(({ locations, index }) => locations[values[index]!] === undefined);
    if (lost !== undefined) throw new Unreadable(`member ${number}: '${lost.name}' has no such location`);
    layout.settle?.(values);
    const zones = member.zones.map((entries) => zoneOf(entries, n, names));
    const { ranks } = member;
    const set = ranks === undefined ? certificate.members : certificate.ranked;
    const there = (ranks ?? []).filter((_, i) => zones[i] !== undefined);
    set.add(
      number,
      values,
      zones.flatMap((zone) => zone ?? []),
      there,
      member.permutations,
    );
  }
}

/**
 * A zone as it is written, negative values left out, which no clock has; undefined if nothing is left. Other clocks
 * have any value.
 */
export function zoneOf(entries: readonly (number | null)[], n: number, { clocks }: Names): Zone | undefined {
  const zone = Zone.all(n);
  const m = clocks.length;
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      // A clock less itself is 0, whatever is written.
      if (i !== j) zone.bounds[clocks[i]! * n + clocks[j]!] = entries[i * m + j] ?? Infinity;
    }
  if (!zone.close()) return undefined;
  for (let x = 1; x < n; x++) if (!zone.constrain(0, x, 0, 0)) return undefined;
  return zone;
}
