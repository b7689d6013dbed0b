import { constantOf, INF, isStrict } from "../../../src/index.ts";
import { network } from "../core/document.ts";
import { shown } from "./run.ts";

/**
 * The values of one clock on a line: from its least to its greatest, or on without end. Bounds that are not reached are hollow.
 */
const [width, left, line] = [262, 12, 34];

export function IntervalPicture({ clock }: { readonly clock: number }) {
  const clocks = network.value?.clocks ?? [];
  const state = shown.value;
  const dim = clocks.length;
  const spans = (state?.zones ?? []).map((zone) => ({ low: zone[clock]!, high: zone[clock * dim]! }));
  const value = state?.values?.[clock - 1];
  const exact = value === undefined ? undefined : Number(value.n) / Number(value.d);
  const ends = spans.flatMap(({ low, high }) => [-constantOf(low), high < INF ? constantOf(high) : 0]);
  const top = niceTop(1.2 * Math.max(4, exact ?? 0, ...ends));
  const x = (v: number): number => left + (v / top) * (width - 2 * left);
  return (
    <svg class="zone-picture" viewBox={`0 0 ${width} 74`} role="img" aria-label={`Values of ${clocks[clock]?.name}`}>
      {[0, 1, 2, 3, 4].map((i) => (
        <g key={i}>
          <path class="tick" d={`M${x((top / 4) * i)} ${line - 8}v16`} />
          <text class="axis" x={x((top / 4) * i)} y={line + 24} text-anchor="middle">
            {(top / 4) * i}
          </text>
        </g>
      ))}
      <path class="tick" d={`M${left} ${line}H${width - left}`} />
      <text class="axis clock" x={width - left} y={14} text-anchor="end">
        {clocks[clock]?.name}
      </text>
      {spans.map(({ low, high }, i) => (
        <g key={i}>
          <path
            class="zone-area"
            d={`M${x(-constantOf(low))} ${line - 5}H${high < INF ? x(constantOf(high)) : x(top)}v10H${x(-constantOf(low))}z`}
          />
          <circle class={`zone-end ${isStrict(low) ? "open" : ""}`} cx={x(-constantOf(low))} cy={line} r={4} />
          {high < INF && (
            <circle class={`zone-end ${isStrict(high) ? "open" : ""}`} cx={x(constantOf(high))} cy={line} r={4} />
          )}
        </g>
      ))}
      {exact !== undefined && <circle class="zone-point" cx={x(exact)} cy={line} r={5} />}
    </svg>
  );
}

/** A round number at the end of an axis. */
export function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 8, 10].map((f) => f * unit).find((v) => v >= value) ?? 10 * unit;
}
