import { signal } from "@preact/signals";
import { intervalText, type Rational, rationals } from "../../../src/index.ts";
import { delays, states, wait } from "./run.ts";

/** A delay on a slider, or typed exactly: 2.5, or 5/2. */
const wish = signal("1");

export function Delay() {
  const range = delays.value;
  if (states.value.length === 0) return null;
  if (range === null) return <p class="hint">Time cannot pass here.</p>;
  const high = range.high === null ? undefined : Number(range.high.n) / Number(range.high.d);
  const exact = numberOf(wish.value);
  const order = exact === undefined || range.high === null ? -1 : rationals.compareRational(exact, range.high);
  const possible = exact !== undefined && exact.n > 0n && (order < 0 || (order === 0 && !range.highStrict));
  return (
    <div class="delay">
      <input
        type="range"
        aria-label="Delay"
        min={0}
        max={high ?? 20}
        step={0.1}
        value={exact === undefined ? 0 : Number(exact.n) / Number(exact.d)}
        onInput={(e) => (wish.value = e.currentTarget.value)}
      />
      <input
        type="text"
        inputMode="decimal"
        aria-label="Exact delay"
        value={wish.value}
        onInput={(e) => (wish.value = e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter" && possible) wait(exact);
        }}
      />
      <button
        type="button"
        disabled={!possible}
        onClick={() => {
          if (exact !== undefined) wait(exact);
        }}
      >
        Wait
      </button>
      <small>{`possible: ${intervalText(range)}`}</small>
    </div>
  );
}

function numberOf(text: string): Rational | undefined {
  const fraction = /^\s*(\d+)\s*\/\s*([1-9]\d*)\s*$/.exec(text);
  if (fraction !== null) return rationals.rational(BigInt(fraction[1]!), BigInt(fraction[2]!));
  const decimal = /^\s*(\d{1,12})(?:[.,](\d{1,9}))?\s*$/.exec(text);
  if (decimal === null) return undefined;
  const digits = decimal[2] ?? "";
  return rationals.rational(BigInt(decimal[1] + digits), 10n ** BigInt(digits.length));
}
