import { greatest, smallest, wants } from "../base/index.ts";
import type { Answer, Forecast, Reply } from "../online/index.ts";
import { escapeXml } from "./escape.ts";

/**
 * An on-line session as a picture, time from left to right: the events as they came, with refused lines as crosses; for each
 * variable that was measured, what the model had (bars) and what was measured (dots); for each constant that is learned, the
 * values that explain all events so far (bars); for each query a line per answer over the window it speaks of, red from the
 * earliest time at which it may go wrong, or, where something is hoped for, green from when it may come. Colours follow the
 * reader's light or dark scheme; all text is escaped.
 */
export interface TimelineEntry {
  readonly reply: Reply;
  /** The channel of the event, if it had one. */
  readonly event?: string | undefined;
}

const width = 900;
const left = 110;
const right = 30;
const rowHeight = 7;
const plotHeight = 80;

export function timelineToSvg(entries: readonly TimelineEntry[], window: number): string {
  wants("timelineToSvg", entries, "list");
  wants("timelineToSvg", window, "number");
  const answers = entries.flatMap(({ reply }) => (reply.kind === "answer" ? [reply] : []));
  const first = answers[0]?.t ?? 0;
  const last = (answers.at(-1)?.t ?? 0) + window;
  const x = (t: number): number => left + ((t - first) * (width - left - right)) / Math.max(1, last - first);
  const drawing = new Drawing();
  drawing.title("events", 20);
  drawEvents(entries, first, x, drawing);
  for (const name of new Set(answers.flatMap((a) => (a.corrections ?? []).map((c) => c.name))))
    drawVariable(name, answers, x, drawing);
  for (const { name } of answers[0]?.learned?.constants ?? []) drawLearned(name, answers, x, drawing);
  const queries = answers[0]?.forecasts.map((f) => f.query) ?? [];
  queries.forEach((query, q) => drawQuery(query, q, answers, window, x, drawing));
  drawAxis(first, last, x, drawing);
  return drawing.toString();
}

class Drawing {
  y = 10;
  readonly parts: string[] = [];

  title(text: string, height: number): void {
    this.text(8, this.y + 12, text, "name");
    this.y += height;
  }

  text(x: number, y: number, text: string, kind = "", anchor = "start"): void {
    const style = kind === "" ? "" : ` class="${kind}"`;
    this.parts.push(`<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${style}>${escapeXml(text)}</text>`);
  }

  line(x1: number, y1: number, x2: number, y2: number, kind: string): void {
    this.parts.push(`<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`);
  }

  bar(x1: number, x2: number, y: number, height: number, kind: string, hint: string): void {
    const box = `x="${round(x1)}" y="${round(y)}" width="${round(Math.max(2, x2 - x1))}" height="${height}"`;
    this.parts.push(`<rect ${box} class="${kind}"><title>${escapeXml(hint)}</title></rect>`);
  }

  dot(x: number, y: number, hint: string): void {
    this.parts.push(
      `<circle cx="${round(x)}" cy="${round(y)}" r="3" class="measured"><title>${escapeXml(hint)}</title></circle>`,
    );
  }

  toString(): string {
    const height = Math.ceil(this.y + 10);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
      "<title>an on-line session</title>",
      `<style>${stylesheet}</style>`,
      ...this.parts,
      "</svg>\n",
    ].join("\n");
  }
}

function drawEvents(
  entries: readonly TimelineEntry[],
  first: number,
  x: (t: number) => number,
  drawing: Drawing,
): void {
  const top = drawing.y;
  let now = first;
  entries.forEach(({ reply, event }, i) => {
    if (reply.kind === "refused") {
      drawing.text(x(now), top + 44, "×", "bad", "middle");
      return;
    }
    now = reply.t;
    drawing.line(x(now), top + 30, x(now), top + 40, "tick");
    // Neighbours stand at different heights, so that names do not hide each other.
    if (event !== undefined) drawing.text(x(now), top + 2 + 12 * (i % 3), event, "small", "middle");
  });
  drawing.y = top + 56;
}

function drawVariable(name: string, answers: readonly Answer[], x: (t: number) => number, drawing: Drawing): void {
  const points = answers.flatMap(({ t, corrections }) =>
    (corrections ?? []).filter((c) => c.name === name).map((c) => ({ t, ...c })),
  );
  const low = smallest(points.map((p) => Math.min(p.low, p.value)));
  const high = greatest(points.map((p) => Math.max(p.high, p.value)));
  const top = drawing.y + 6;
  const y = (value: number): number => top + plotHeight - ((value - low) * plotHeight) / Math.max(1, high - low);
  drawing.title(name, 0);
  drawing.text(left - 8, y(high) + 4, `${high}`, "small", "end");
  if (low !== high) drawing.text(left - 8, y(low) + 4, `${low}`, "small", "end");
  points.forEach((p, i) => {
    const before = points[i - 1];
    if (before !== undefined) drawing.line(x(before.t), y(before.value), x(p.t), y(p.value), "course");
  });
  for (const p of points) {
    drawing.bar(x(p.t) - 3, x(p.t) + 3, y(p.high) - 2, round(y(p.low) - y(p.high) + 4), "model", modelHint(p));
    drawing.dot(x(p.t), y(p.value), `measured at ${p.t}: ${p.value}`);
  }
  drawing.y = top + plotHeight + 16;
}

/** From each answer to the next, the values that are left. */
function drawLearned(name: string, answers: readonly Answer[], x: (t: number) => number, drawing: Drawing): void {
  const courses = answers.map(({ t, learned }) => ({
    t,
    values: learned?.constants.find((c) => c.name === name)?.values ?? [],
  }));
  const all = courses.flatMap(({ values }) => values.flat());
  const [low, high] = [smallest(all), greatest(all)];
  const top = drawing.y + 6;
  const step = plotHeight / (high - low + 1);
  const y = (value: number): number => top + (high - value) * step;
  drawing.title(name, 0);
  drawing.text(left - 8, y(high) + 8, `${high}`, "small", "end");
  if (low !== high) drawing.text(left - 8, y(low) + step, `${low}`, "small", "end");
  courses.forEach(({ t, values }, i) => {
    const until = courses[i + 1]?.t ?? t;
    for (const [from, to] of values)
      drawing.bar(x(t), x(until), y(to), round(y(from) + step - y(to)), "model", `after ${t}: ${from} to ${to}`);
  });
  drawing.y = top + plotHeight + 16;
}

function modelHint(p: { readonly t: number; readonly low: number; readonly high: number }): string {
  return `the model at ${p.t}: ${p.low === p.high ? p.low : `${p.low} to ${p.high}`}`;
}

function drawQuery(
  query: string,
  q: number,
  answers: readonly Answer[],
  window: number,
  x: (t: number) => number,
  drawing: Drawing,
): void {
  drawing.title(query, 20);
  const wanted = query.trimStart().startsWith("A") ? "good" : "bad";
  const otherwise = wanted === "good" ? "bad" : "good";
  for (const { t, forecasts } of answers) {
    const forecast: Forecast | undefined = forecasts[q];
    if (forecast === undefined) continue;
    const { outcome, after, reason } = forecast;
    const happens = after === undefined ? undefined : t + after;
    const all = outcome === "satisfied" ? "good" : outcome === "violated" ? "bad" : "unknown";
    const hint = `asked at ${t}: ${outcome}${happens === undefined ? "" : `, from ${happens} on`}${reason === undefined ? "" : `: ${reason}`}`;
    if (happens === undefined) drawing.bar(x(t), x(t + window), drawing.y, 5, all, hint);
    else {
      drawing.bar(x(t), x(happens), drawing.y, 5, wanted, hint);
      drawing.bar(x(happens), x(t + window), drawing.y, 5, otherwise, hint);
    }
    drawing.y += rowHeight;
  }
  drawing.y += 8;
}

function drawAxis(first: number, last: number, x: (t: number) => number, drawing: Drawing): void {
  const top = drawing.y + 4;
  drawing.line(x(first), top, x(last), top, "tick");
  const step = niceStep((last - first) / 8);
  for (let t = Math.ceil(first / step) * step; t <= last; t += step) {
    drawing.line(x(t), top, x(t), top + 5, "tick");
    drawing.text(x(t), top + 18, `${t}`, "small", "middle");
  }
  drawing.y = top + 24;
}

/** 1, 2 or 5 times a power of ten, at least 1. */
function niceStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, about)));
  return [1, 2, 5, 10].map((k) => k * power).find((s) => s >= about) ?? power;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

const stylesheet = `text { font: 12px sans-serif; fill: #222222; } .small { font-size: 10px; } .name { font-weight: bold; }
line { stroke: #888888; } .course { stroke: #0088bb; } .measured { fill: #0088bb; } .model { fill: #b8b8b8; }
.good { fill: #55aa66; } .bad { fill: #cc3344; } .unknown { fill: #999999; }
@media (prefers-color-scheme: dark) { text { fill: #d8d8d8; } .model { fill: #666666; } .bad { fill: #ff6677; } }`;
