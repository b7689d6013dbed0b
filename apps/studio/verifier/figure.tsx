import { useState } from "preact/hooks";
import { type Frame, frameOf, legendOf, type Plot, plotToSvg, type Series, valuesAt } from "../../../src/index.ts";
import { theme } from "../core/theme.ts";
import { shortNumber } from "../core/words.ts";

/**
 * A diagram that can be looked into: the values under the pointer, a part of the abscissa by dragging over it or by buttons,
 * series that are shown or not. What is seen is drawn by the writer of the command line, as an image: its style sheet must
 * not reach the page.
 */
export function Figure({ plot }: { readonly plot: Plot }) {
  const [hidden, hide] = useState<readonly string[]>([]);
  const [window_, zoom] = useState<Span | undefined>(undefined);
  const [at, point] = useState<number | undefined>(undefined);
  const [from, grab] = useState<number | undefined>(undefined);
  const legend = legendOf(plot.series);
  const off = new Set(legend.filter(({ text }) => hidden.includes(text)).flatMap(({ all }) => all));
  // Scales stay as they are when series go.
  const whole = frameOf(plot);
  const ends = window_ ?? [whole.x.low, whole.x.high];
  const shown: Plot = {
    ...plot,
    x: { ...plot.x, low: ends[0], high: ends[1] },
    y: { ...plot.y, low: whole.y.low, high: whole.y.high },
    series: plot.series.filter((series) => !off.has(series)),
  };
  const frame = frameOf(shown);
  const svg = plotToSvg(shown, theme.value);
  const high = Number(/viewBox="0 0 720 (\d+)/.exec(svg)?.[1] ?? 400);
  const select = (to: number): void => {
    if (from !== undefined && Math.abs(frame.x.to(to) - frame.x.to(from)) > 4)
      zoom([Math.min(from, to), Math.max(from, to)]);
    grab(undefined);
  };
  return (
    <>
      <div class="plotpaper">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does, the buttons below do for the keyboard. */}
        <div
          class="plotarea"
          onPointerDown={(e) => {
            if (e.button === 0) grab(abscissa(e, frame));
          }}
          onPointerMove={(e) => point(abscissa(e, frame))}
          onPointerUp={(e) => {
            const to = abscissa(e, frame);
            if (to !== undefined) select(to);
          }}
          onPointerLeave={() => {
            point(undefined);
            grab(undefined);
          }}
          onDblClick={() => zoom(undefined)}
        >
          <img draggable={false} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={plot.title} />
          <Pointer {...{ frame, at, from, high }} />
        </div>
      </div>
      <div class="plotbar tools" role="toolbar" aria-label="Look closer">
        {moves.map(([name, move]) => (
          <button key={name} type="button" class="quiet" onClick={() => zoom(move(ends[0], ends[1] - ends[0]))}>
            {name}
          </button>
        ))}
        <button type="button" class="quiet" disabled={window_ === undefined} onClick={() => zoom(undefined)}>
          All
        </button>
        {legend.length > 1 &&
          legend.map(({ text }) => (
            <label key={text} class="check">
              <input
                type="checkbox"
                checked={!hidden.includes(text)}
                onChange={(e) => hide(e.currentTarget.checked ? hidden.filter((h) => h !== text) : [...hidden, text])}
              />{" "}
              {text}
            </label>
          ))}
      </div>
      <output class="readings">{at === undefined ? " " : readings(shown.series, at, plot.x.label)}</output>
    </>
  );
}

type Span = readonly [low: number, high: number];

const moves: readonly (readonly [name: string, to: (low: number, wide: number) => Span])[] = [
  ["Closer", (low, wide) => [low + wide / 4, low + (3 * wide) / 4]],
  ["Farther", (low, wide) => [low - wide / 2, low + (3 * wide) / 2]],
  ["Left", (low, wide) => [low - wide / 4, low + (3 * wide) / 4]],
  ["Right", (low, wide) => [low + wide / 4, low + (5 * wide) / 4]],
];

/** The width that pictures are drawn with, whatever it is on the screen. */
const WIDTH = 720;

/** Where the pointer is, in units of the abscissa; nowhere beside the diagram. */
function abscissa(event: PointerEvent, { left, right, x }: Frame): number | undefined {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const px = ((event.clientX - box.left) / box.width) * WIDTH;
  if (px < left - 4 || px > right + 4) return undefined;
  return x.low + ((Math.min(right, Math.max(left, px)) - left) / (right - left)) * (x.high - x.low);
}

/** So many readings fit. */
const MOST = 12;

function readings(series: readonly Series[], at: number, unit: string): string {
  const found = series.flatMap((s) => {
    const values = valuesAt(s, at);
    const name = s.run === undefined ? s.name : `${s.name}, run ${s.run}`;
    return values.length === 0 || s.name === "" ? [] : [`${name}: ${values.map(shortNumber).join(" to ")}`];
  });
  const more = found.length > MOST ? [`and ${found.length - MOST} more`] : [];
  return [`${unit} ${shortNumber(at)}`, ...found.slice(0, MOST), ...more].join("; ");
}

/** A line under the pointer, and what is dragged over. */
function Pointer(now: {
  readonly frame: Frame;
  readonly at: number | undefined;
  readonly from: number | undefined;
  readonly high: number;
}) {
  const { frame, at, from, high } = now;
  if (at === undefined) return null;
  const { top, bottom, x } = frame;
  const [a, b] = [x.to(from ?? at), x.to(at)];
  return (
    <svg class="pointer" viewBox={`0 0 ${WIDTH} ${high}`} aria-hidden="true">
      <rect x={Math.min(a, b)} y={top} width={Math.abs(b - a)} height={bottom - top} />
      <path d={`M${b} ${top}V${bottom}`} />
    </svg>
  );
}
