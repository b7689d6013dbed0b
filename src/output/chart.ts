import { append, first, greatest, wants } from "../base/index.ts";
import type { Trace, TraceRounds, TraceTransition } from "../trace/index.ts";
import { type Rational, rationals } from "../zones/index.ts";
import { escapeXml } from "./escape.ts";
import { groupsOfThree, showRational } from "./numbers.ts";

/**
 * A trace as a message sequence chart in SVG: a column per process, time flowing down, a box for each location a process
 * arrives in, an arrow for each synchronisation, and at the left margin the delays and the time of each step. What belongs to
 * step k (0 is the start) is a group with `data-step="k"`. Rounds that are told once have a box around them. Row
 * heights are fixed, so equal traces give equal files.
 */
export interface ChartOptions {
  /** The processes that get a column, by number; all unless told. */
  readonly processes?: readonly number[] | undefined;
}

const left = 90;
const top = 20;
const row = 62;
const boxHeight = 22;

export function traceToChart(trace: Trace, options: ChartOptions = {}): string {
  wants("traceToChart", trace, "trace");
  const { processes = trace.processes.map((_, p) => p) } = options;
  const widths = trace.processes.map(({ name, locations }) =>
    Math.max(
      110,
      24 +
        7 *
          greatest(
            locations.map((l) => l.length),
            name.length,
          ),
    ),
  );
  const centres = new Map<number, number>();
  let x = left;
  for (const p of processes) {
    centres.set(p, x + widths[p]! / 2);
    x += widths[p]! + 20;
  }
  const chart = new Chart(trace, centres, widths, x);
  const height = top + 46 + row * (trace.transitions.length + 1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="${height}" viewBox="0 0 ${x} ${height}" font-family="sans-serif" font-size="12">`,
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0 L10,5 L0,10 z"/></marker></defs>',
    `<rect width="${x}" height="${height}" fill="white"/>`,
    ...chart.draw(height),
    "</svg>",
    "",
  ].join("\n");
}

class Chart {
  private readonly trace: Trace;
  /** Of the columns that are drawn. */
  private readonly centres: ReadonlyMap<number, number>;
  private readonly widths: readonly number[];
  /** Where the last column ends. */
  private readonly end: number;

  constructor(trace: Trace, centres: ReadonlyMap<number, number>, widths: readonly number[], end: number) {
    this.end = end;
    this.trace = trace;
    this.centres = centres;
    this.widths = widths;
  }

  draw(height: number): string[] {
    const { trace } = this;
    const out = [...this.centres].flatMap(([p, x]) => [
      `<text x="${x}" y="${top}" text-anchor="middle" font-weight="bold">${escapeXml(trace.processes[p]!.name)}</text>`,
      `<line x1="${x}" y1="${top + 10}" x2="${x}" y2="${height - 8}" stroke="#999" stroke-dasharray="3,3"/>`,
    ]);
    const start = first(trace.states).locations.flatMap((location, p) => this.box(p, location, top + 12));
    out.push(this.group(0, start));
    let now: Rational | undefined = rationals.ZERO;
    for (const [i, { delay }] of trace.states.entries()) {
      const y = top + 12 + row * i + boxHeight;
      const told = trace.rounds?.find((r) => r.from === i);
      if (told !== undefined) out.push(this.frame(told));
      const over = trace.rounds?.find((r) => r.to === i);
      if (over !== undefined && now !== undefined)
        now = rationals.plus(now, rationals.rational(over.lasts.n * BigInt(over.times - 1), over.lasts.d));
      if (trace.loop === i) out.push(`<text x="4" y="${y - 6}" fill="#a00">loop</text>`);
      if (delay !== undefined && delay.n !== 0n)
        out.push(`<text x="4" y="${y + 10}" fill="#06c">+${showRational(delay)}</text>`);
      now = now === undefined || delay === undefined ? undefined : rationals.plus(now, delay);
      const transition = trace.transitions[i];
      if (transition === undefined) continue;
      const when = now === undefined ? [] : [`<text x="4" y="${y + 24}" fill="#555">at ${showRational(now)}</text>`];
      out.push(this.group(i + 1, [...when, ...this.step(transition, y + 18)]));
    }
    return out;
  }

  /** One box around the steps of a round, which says how often they are gone. */
  private frame({ from, to, times, lasts }: TraceRounds): string {
    const y = top + 12 + row * from + boxHeight + 8;
    const words = `${groupsOfThree(times)} times, each ${showRational(lasts)}`;
    return `<g class="rounds"><rect x="${left - 12}" y="${y}" width="${this.end - left + 4}" height="${row * (to - from) - 2}" rx="8" fill="#fff6df" stroke="#b80"/><text x="${this.end - 14}" y="${y + 15}" text-anchor="end" fill="#850">${words}</text></g>`;
  }

  /** The bar behind makes the whole row one thing to point at. */
  private group(step: number, parts: readonly string[]): string {
    const y = step === 0 ? top + 8 : top + 12 + row * (step - 1) + boxHeight + 12;
    const height = step === 0 ? boxHeight + 8 : row - 8;
    return `<g data-step="${step}"><rect class="row" x="0" y="${y}" width="100%" height="${height}" fill="transparent"/>${parts.join("")}</g>`;
  }

  private step({ channel, parts }: TraceTransition, y: number): string[] {
    const { centres } = this;
    const from = centres.get(first(parts).process);
    const receivers = parts.slice(1).flatMap(({ process }) => centres.get(process) ?? []);
    const [nearest] = receivers;
    const start = from ?? left - 30;
    const out = receivers.map(
      (to) => `<line x1="${start}" y1="${y}" x2="${to}" y2="${y}" stroke="black" marker-end="url(#head)"/>`,
    );
    if (nearest === undefined && from !== undefined) out.push(`<circle cx="${from}" cy="${y}" r="3"/>`);
    const beside = nearest === undefined ? start + 8 : (start + nearest) / 2;
    if (channel !== undefined)
      out.push(
        `<text x="${beside}" y="${y - 4}"${nearest === undefined ? "" : ' text-anchor="middle"'}>${escapeXml(channel)}</text>`,
      );
    append(
      out,
      parts.flatMap(({ process, target }) => this.box(process, target, y + row - 18 - boxHeight)),
    );
    return out;
  }

  private box(process: number, location: number, y: number): string[] {
    const x = this.centres.get(process);
    if (x === undefined) return [];
    const width = this.widths[process]! - 10;
    const name = escapeXml(this.trace.processes[process]!.locations[location]!);
    return [
      `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${boxHeight}" rx="6" fill="#eef4ff" stroke="#446"/><text x="${x}" y="${y + 15}" text-anchor="middle">${name}</text>`,
    ];
  }
}
