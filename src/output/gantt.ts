import { append, greatest, wants } from "../base/index.ts";
import type { Trace, TraceRounds } from "../trace/index.ts";
import { type Rational, rationals } from "../zones/index.ts";
import { escapeXml } from "./escape.ts";
import { groupsOfThree, showRational } from "./numbers.ts";
import { ticksOf } from "./ticks.ts";

/**
 * A trace over time in SVG: a row per process, a bar per location it is in, a marked line per transition. A location that is
 * left at once is a thin bar; rounds that are told once are one box. Whatever the pointer is over tells the location, its time
 * and the values there. The parts of step k (0 is the start) are groups with `data-step="k"`. Equal traces give equal files.
 */
export interface GanttOptions {
  /** The processes that get a row, by number; all unless told. */
  readonly processes?: readonly number[] | undefined;
  readonly width?: number | undefined;
}

const rowHeight = 30;
const barHeight = 22;
/** Bars of one location have one colour, dark on none. */
const colours = [
  "#cfe0ff",
  "#ffd9b8",
  "#c5ecc9",
  "#f6cbe3",
  "#e3dcf9",
  "#e6ecae",
  "#c6ecf0",
  "#fbe6a2",
  "#d9d9d9",
  "#f7c8c3",
];
/** So many markers stand below each other. */
const lines = 10;
/** So many values are told of a state. */
const most = 14;

/** Undefined if the trace has no exact times. */
export function traceToGantt(trace: Trace, options: GanttOptions = {}): string | undefined {
  wants("traceToGantt", trace, "trace");
  const moments = momentsOf(trace);
  return moments === undefined ? undefined : new Gantt(trace, moments, options).draw();
}

/** When each state is entered, and when the last one ends. */
function momentsOf({ states, rounds = [] }: Trace): Rational[] | undefined {
  let now = rationals.ZERO;
  const moments = [now];
  for (const [i, { delay }] of states.entries()) {
    if (delay === undefined) return undefined;
    now = rationals.plus(now, delay);
    // The last round ends where the state after the rounds begins.
    const told = rounds.find((r) => r.to === i + 1);
    if (told !== undefined)
      now = rationals.plus(now, rationals.rational(told.lasts.n * BigInt(told.times - 1), told.lasts.d));
    moments.push(now);
  }
  return moments;
}

const about = ({ n, d }: Rational): number => Number(n) / Number(d);

class Gantt {
  private readonly trace: Trace;
  private readonly exact: readonly Rational[];
  private readonly moments: readonly number[];
  /** What is told of each state. */
  private readonly values: readonly string[];
  private readonly rows: readonly number[];
  private readonly left: number;
  private readonly width: number;
  private readonly top: number;
  private readonly places: readonly { readonly x: number; readonly line: number }[];

  constructor(trace: Trace, exact: readonly Rational[], { processes, width = 900 }: GanttOptions) {
    this.trace = trace;
    this.exact = exact;
    this.moments = exact.map(about);
    this.values = trace.states.map((_, i) => this.valuesOf(i));
    this.rows = processes ?? trace.processes.map((_, p) => p);
    const longest = greatest(
      this.rows.map((p) => trace.processes[p]!.name.length),
      4,
    );
    this.left = 16 + 7 * Math.min(22, longest);
    this.width = Math.max(width, this.left + 160);
    this.places = this.spread();
    this.top = 14 + 15 * (1 + greatest(this.places.map((p) => p.line)));
  }

  draw(): string {
    const height = this.top + rowHeight * this.rows.length + 40;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${height}" viewBox="0 0 ${this.width} ${height}" font-family="sans-serif" font-size="12">`,
      `<rect width="${this.width}" height="${height}" fill="white"/>`,
      ...this.axis(height),
      ...this.rows.flatMap((p, row) => this.row(p, row)),
      ...this.places.map((_, step) => (this.isInside(step) ? "" : this.marker(step, height))),
      "</svg>",
      "",
    ].join("\n");
  }

  /** Whether a step is one inside rounds, which the box stands for. */
  private isInside(step: number): boolean {
    return this.trace.rounds?.some((r) => r.from < step && step < r.to) === true;
  }

  private x(time: number): number {
    const end = this.moments.at(-1)!;
    const room = this.width - this.left - 24;
    return Math.round((this.left + (end === 0 ? 0 : (time / end) * room)) * 10) / 10;
  }

  /** Markers that would hide each other stand below each other. */
  private spread(): { x: number; line: number }[] {
    const ends: number[] = [];
    return this.trace.states.map((_, i) => {
      const x = this.x(this.moments[i]!);
      const free = ends.findIndex((end) => end <= x - 9);
      const line = free >= 0 ? free : ends.length < lines ? ends.length : i % lines;
      ends[line] = x + 9;
      return { x, line };
    });
  }

  private axis(height: number): string[] {
    const y = height - 30;
    const line = `<line x1="${this.left}" y1="${y}" x2="${this.width - 24}" y2="${y}" stroke="#444"/>`;
    const end = this.moments.at(-1)!;
    const ticks = end === 0 ? [{ at: 0, label: "0" }] : ticksOf(0, end, Math.max(2, Math.floor(this.width / 90)));
    return [
      line,
      ...ticks.map(({ at, label }) => {
        const x = this.x(at);
        return `<line x1="${x}" y1="${y}" x2="${x}" y2="${y + 5}" stroke="#444"/><text x="${x}" y="${y + 18}" text-anchor="middle">${label}</text>`;
      }),
      `<text x="8" y="${y + 18}">time</text>`,
    ];
  }

  private row(p: number, row: number): string[] {
    const y = this.top + rowHeight * row;
    const { name } = this.trace.processes[p]!;
    const shown = name.length > 22 ? `${name.slice(0, 21)}…` : name;
    const out = [
      `<text x="8" y="${y + 19}" font-weight="bold">${escapeXml(shown)}<title>${escapeXml(name)}</title></text>`,
    ];
    const { states } = this.trace;
    for (let i = 0; i < states.length; ) {
      const location = states[i]!.locations[p]!;
      let end = i + 1;
      const told = this.trace.rounds?.find((r) => r.from <= i && i < r.to);
      if (told !== undefined) {
        out.push(this.box(p, told, y + 4));
        i = told.to;
        continue;
      }
      while (end < states.length && states[end]!.locations[p] === location && !this.isTold(end)) end++;
      append(out, this.stay(p, i, end, y + 4));
      i = end;
    }
    return out;
  }

  /** All rounds as one box, which names the locations that the process is in. */
  private box(p: number, { from, to, times, lasts }: TraceRounds, y: number): string {
    const { name, locations } = this.trace.processes[p]!;
    const inside = [...new Set(this.trace.states.slice(from, to).map((s) => locations[s.locations[p]!]!))];
    const often = `${groupsOfThree(times)} times`;
    const words = inside.length === 1 ? inside[0]! : `${inside.join(" ")}, ${often}`;
    const [x, end] = [this.x(this.moments[from]!), this.x(this.moments[to]!)];
    const width = Math.max(2, Math.round((end - x) * 10) / 10);
    const title = escapeXml(
      `${name}: ${inside.join(", ")}\nsteps ${from} to ${to}, ${often}, each ${showRational(lasts)}\nfrom ${showRational(this.exact[from]!)} to ${showRational(this.exact[to]!)}`,
    );
    const fits = Math.floor((width - 6) / 7);
    const text =
      fits < 3
        ? ""
        : `<text x="${x + 4}" y="${y + 15}" pointer-events="none">${escapeXml(words.length > fits ? `${words.slice(0, fits - 1)}…` : words)}</text>`;
    return `<g class="rounds" data-step="${from}"><rect x="${x}" y="${y}" width="${width}" height="${barHeight}" fill="#fff6df" stroke="#b80" stroke-dasharray="4,2"><title>${title}</title></rect>${text}</g>`;
  }

  /** Whether a state is one of rounds that are told once. */
  private isTold(i: number): boolean {
    return this.trace.rounds?.some((r) => r.from <= i && i < r.to) === true;
  }

  /** A process in one location from state `first` up to state `end`, without it; each state tells its values. */
  private stay(p: number, first: number, end: number, y: number): string[] {
    const { name, locations } = this.trace.processes[p]!;
    const location = this.trace.states[first]!.locations[p]!;
    const said = `${name}: ${locations[location]!}`;
    const out: string[] = [];
    for (let i = first; i < end; i++) {
      const [from, to] = [this.x(this.moments[i]!), this.x(this.moments[i + 1]!)];
      if (i > first && from === to) continue;
      const shape = `x="${from}" y="${y}" width="${Math.max(2, Math.round((to - from) * 10) / 10)}" height="${barHeight}"`;
      out.push(
        `<rect ${shape} fill="${colours[location % colours.length]}" data-step="${i}"><title>${escapeXml(`${said}\n${this.values[i]}`)}</title></rect>`,
      );
    }
    const [from, to] = [this.x(this.moments[first]!), this.x(this.moments[end]!)];
    out.push(`<line x1="${from}" y1="${y}" x2="${from}" y2="${y + barHeight}" stroke="#446"/>`);
    const fits = Math.floor((to - from - 6) / 7);
    const word = locations[location]!;
    if (fits >= Math.min(3, word.length))
      out.push(
        `<text x="${from + 4}" y="${y + 15}" pointer-events="none">${escapeXml(word.length > fits ? `${word.slice(0, fits - 1)}…` : word)}</text>`,
      );
    return out;
  }

  private valuesOf(i: number): string {
    const { states, variables, clocks } = this.trace;
    const { variables: data, values = [], delay } = states[i]!;
    const lines = [
      ...variables.map((name, k) => `${name} = ${data[k]}`),
      ...clocks.map((name, k) => (values[k] === undefined ? "" : `${name} = ${showRational(values[k])}`)),
    ].filter((line) => line !== "");
    const more = lines.length > most ? [`and ${lines.length - most} more`] : [];
    return [
      `step ${i}, at ${showRational(this.exact[i]!)} for ${showRational(delay!)}`,
      ...lines.slice(0, most),
      ...more,
    ].join("\n");
  }

  private marker(step: number, height: number): string {
    const { x, line } = this.places[step]!;
    const y = 12 + 15 * line;
    const words = escapeXml(`step ${step}${this.taken(step)}, at ${showRational(this.exact[step]!)}`);
    return `<g data-step="${step}" class="marker"><title>${words}</title><line x1="${x}" y1="${y + 6}" x2="${x}" y2="${height - 30}" stroke="#446" stroke-opacity=".35"/><circle cx="${x}" cy="${y}" r="7.5" fill="#eef4ff" stroke="#446"/><text x="${x}" y="${y + 3.5}" text-anchor="middle" font-size="9">${step}</text></g>`;
  }

  private taken(step: number): string {
    const transition = this.trace.transitions[step - 1];
    if (transition === undefined) return "";
    const names = transition.parts.map(({ process }) => this.trace.processes[process]!.name).join(", ");
    return ` ${transition.channel === undefined ? names : `${transition.channel} by ${names}`}`;
  }
}
