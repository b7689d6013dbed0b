import { signal } from "@preact/signals";
import { constantOf, INF, isStrict, type Point } from "../../../src/index.ts";
import { fileName, network } from "../core/document.ts";
import { download } from "../core/download.ts";
import { standAlone, svgToPng } from "../diagram/export.ts";
import { IntervalPicture, niceTop } from "./interval.tsx";
import { shown } from "./run.ts";

/**
 * A picture of the clocks' zone on two chosen clocks. In a matrix in normal form every entry is as tight as it can be, so the
 * projection on two clocks is given by their entries alone; the corners are found by cutting the visible square with them. Strict
 * bounds are dashed. One clock alone, or twice, has an interval (`interval.tsx`).
 */
const chosen = signal<readonly [number, number]>([1, 2]);
const size = 220;
const left = 42;

export function ZonePicture() {
  const clocks = network.value?.clocks ?? [];
  const state = shown.value;
  if (clocks.length < 2 || state === undefined) return <p class="hint">The model has no clocks.</p>;
  const [a, b] = [Math.min(chosen.value[0], clocks.length - 1), Math.min(chosen.value[1], clocks.length - 1)];
  const pick = (which: 0 | 1) => (
    <select
      aria-label={which === 0 ? "Horizontal clock" : "Vertical clock"}
      value={String(which === 0 ? a : b)}
      onChange={(e) =>
        (chosen.value = which === 0 ? [Number(e.currentTarget.value), b] : [a, Number(e.currentTarget.value)])
      }
    >
      {clocks.map((c, i) =>
        i === 0 ? null : (
          <option key={i} value={String(i)}>
            {c.name}
          </option>
        ),
      )}
    </select>
  );
  return (
    <div class="zone">
      <div class="zone-clocks">
        {pick(0)} <span>×</span> {pick(1)}
      </div>
      {a === b ? <IntervalPicture clock={a} /> : <Picture a={a} b={b} />}
      <div class="chart-tools">
        <button type="button" aria-label="Zone as SVG" onClick={() => save("svg")}>
          SVG
        </button>
        <button type="button" aria-label="Zone as PNG" onClick={() => save("png")}>
          PNG
        </button>
      </div>
    </div>
  );
}

function save(format: "svg" | "png"): void {
  const picture = document.querySelector<SVGSVGElement>(".zone-picture");
  if (picture === null) return;
  const name = `${fileName.value.replace(/\.\w+$/, "")}-zone.${format}`;
  const text = standAlone(picture);
  if (format === "svg") download(name, text, "image/svg+xml");
  else void svgToPng(text).then((png) => download(name, png, "image/png"));
}

function Picture({ a, b }: { readonly a: number; readonly b: number }) {
  const state = shown.value;
  const clocks = network.value?.clocks ?? [];
  const zones = state?.zones ?? [];
  const dim = clocks.length;
  const values = state?.values?.map((v) => Number(v.n) / Number(v.d));
  let most = 4;
  for (const zone of zones) {
    for (const i of [a, b])
      for (const entry of [zone[i * dim], zone[i]])
        if (entry! < INF) most = Math.max(most, Math.abs(constantOf(entry!)));
  }
  if (values !== undefined) most = Math.max(most, values[a - 1]!, values[b - 1]!);
  const top = niceTop(most * 1.2);
  const x = (v: number): number => left + (v / top) * size;
  const y = (v: number): number => size + 8 - (v / top) * size;
  const ticks = [0, 1, 2, 3, 4].map((i) => (top / 4) * i);
  return (
    <svg
      class="zone-picture"
      viewBox={`0 0 ${size + left + 12} ${size + 46}`}
      role="img"
      aria-label={`Zone of ${clocks[a]?.name} and ${clocks[b]?.name}`}
    >
      {ticks.map((t) => (
        <g key={t}>
          <path class="tick" d={`M${x(t)} 8V${size + 8}M${left} ${y(t)}H${left + size}`} />
          <text class="axis" x={x(t)} y={size + 22} text-anchor="middle">
            {t}
          </text>
          <text class="axis" x={left - 5} y={y(t) + 4} text-anchor="end">
            {t}
          </text>
        </g>
      ))}
      <text class="axis clock" x={left + size} y={size + 38} text-anchor="end">
        {clocks[a]?.name}
      </text>
      <text class="axis clock" x={4} y={16} transform={`rotate(-90 4 16)`} text-anchor="end" dy="6">
        {clocks[b]?.name}
      </text>
      {zones.map((zone, i) => {
        const { corners, strict } = polygon(zone, dim, a, b, top);
        const points = corners.map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`).join(" ");
        return corners.length === 1 ? (
          <circle key={i} class="zone-area" cx={x(corners[0]!.x)} cy={y(corners[0]!.y)} r={4} />
        ) : (
          <polygon key={i} class={`zone-area ${strict ? "strict" : ""}`} points={points} />
        );
      })}
      {values !== undefined && <circle class="zone-point" cx={x(values[a - 1]!)} cy={y(values[b - 1]!)} r={5} />}
    </svg>
  );
}

/** The visible part of a zone; `strict` if any of its bounds is. */
function polygon(
  zone: Int32Array,
  dim: number,
  a: number,
  b: number,
  top: number,
): { readonly corners: readonly Point[]; readonly strict: boolean } {
  let corners: Point[] = [
    { x: 0, y: 0 },
    { x: top, y: 0 },
    { x: top, y: top },
    { x: 0, y: top },
  ];
  let strict = false;
  const cut = (bound: number, value: (p: Point) => number): void => {
    if (bound >= INF) return;
    strict ||= isStrict(bound);
    corners = clip(corners, (p) => constantOf(bound) - value(p));
  };
  const entry = (i: number, j: number): number => zone[i * dim + j]!;
  cut(entry(a, 0), (p) => p.x);
  cut(entry(0, a), (p) => -p.x);
  cut(entry(b, 0), (p) => p.y);
  cut(entry(0, b), (p) => -p.y);
  cut(entry(a, b), (p) => p.x - p.y);
  cut(entry(b, a), (p) => p.y - p.x);
  const distinct = corners.filter(
    (p, i) => corners.findIndex((q) => Math.abs(q.x - p.x) < 1e-9 && Math.abs(q.y - p.y) < 1e-9) === i,
  );
  return { corners: distinct, strict };
}

/** The part of a convex polygon where `inside` is not negative (Sutherland and Hodgman 1974). */
function clip(corners: readonly Point[], inside: (p: Point) => number): Point[] {
  const result: Point[] = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    const [dp, dq] = [inside(p), inside(q)];
    if (dp >= 0) result.push(p);
    if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
      const t = dp / (dp - dq);
      result.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
    }
  });
  return result;
}
