import { append, first, greatest, wants } from "../base/index.ts";
import type { Trace, TraceTransition } from "../trace/index.ts";
import { escapeXml } from "./escape.ts";
import { showRational } from "./numbers.ts";

/**
 * A trace as a message sequence chart in SVG: a column per process, time flowing down, a box for each location a process
 * arrives in, an arrow for each synchronisation, and the delays at the left margin. Row heights are fixed, so equal traces
 * give equal files.
 */
const left = 90;
const top = 20;
const row = 62;
const boxHeight = 22;

export function traceToChart(trace: Trace): string {
  wants("traceToChart", trace, "trace");
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
  const centres: number[] = [];
  let x = left;
  for (const width of widths) {
    centres.push(x + width / 2);
    x += width + 20;
  }
  const chart = new Chart(trace, centres, widths);
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
  private readonly centres: readonly number[];
  private readonly widths: readonly number[];

  constructor(trace: Trace, centres: readonly number[], widths: readonly number[]) {
    this.trace = trace;
    this.centres = centres;
    this.widths = widths;
  }

  draw(height: number): string[] {
    const { trace, centres } = this;
    const out = trace.processes.flatMap(({ name }, p) => [
      `<text x="${centres[p]}" y="${top}" text-anchor="middle" font-weight="bold">${escapeXml(name)}</text>`,
      `<line x1="${centres[p]}" y1="${top + 10}" x2="${centres[p]}" y2="${height - 8}" stroke="#999" stroke-dasharray="3,3"/>`,
    ]);
    for (const [p, location] of first(trace.states).locations.entries()) out.push(this.box(p, location, top + 12));
    trace.states.forEach((state, i) => {
      const y = top + 12 + row * i + boxHeight;
      if (trace.loop === i) out.push(`<text x="4" y="${y - 6}" fill="#a00">loop</text>`);
      if (state.delay !== undefined && state.delay.n !== 0n)
        out.push(`<text x="4" y="${y + 14}" fill="#06c">+${showRational(state.delay)}</text>`);
      const transition = trace.transitions[i];
      if (transition !== undefined) append(out, this.step(transition, y + 18));
    });
    return out;
  }

  private step({ channel, parts }: TraceTransition, y: number): string[] {
    const { centres } = this;
    const receivers = parts.slice(1);
    const from = centres[first(parts).process]!;
    const out = receivers.map(
      ({ process }) =>
        `<line x1="${from}" y1="${y}" x2="${centres[process]}" y2="${y}" stroke="black" marker-end="url(#head)"/>`,
    );
    if (receivers.length === 0) out.push(`<circle cx="${from}" cy="${y}" r="3"/>`);
    const [nearest] = receivers;
    const beside = nearest === undefined ? from + 8 : (from + centres[nearest.process]!) / 2;
    if (channel !== undefined)
      out.push(
        `<text x="${beside}" y="${y - 4}"${receivers.length === 0 ? "" : ' text-anchor="middle"'}>${escapeXml(channel)}</text>`,
      );
    for (const { process, target } of parts) out.push(this.box(process, target, y + row - 18 - boxHeight));
    return out;
  }

  private box(process: number, location: number, y: number): string {
    const width = this.widths[process]! - 10;
    const x = this.centres[process]!;
    const name = escapeXml(this.trace.processes[process]!.locations[location]!);
    return `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${boxHeight}" rx="6" fill="#eef4ff" stroke="#446"/><text x="${x}" y="${y + 15}" text-anchor="middle">${name}</text>`;
  }
}
