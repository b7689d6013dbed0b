import type { Axis } from "./plot.ts";

/**
 * The ticks of an axis: at most `most` multiples of 1, 2 or 5 times a power of ten, each with as many digits as tell it
 * from the next.
 */
interface Tick {
  readonly at: number;
  readonly label: string;
}

export function ticksOf(low: number, high: number, most: number): readonly Tick[] {
  const step = stepOf((high - low) / most);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  const slack = step * 1e-9;
  for (let k = Math.ceil((low - slack) / step); k * step <= high + slack; k++) {
    const at = k * step;
    ticks.push({ at, label: labelOf(at, step, digits) });
  }
  return ticks;
}

/** The ticks of an axis as its `marks` want them. */
export function marksOf({ marks }: Pick<Axis, "marks">, low: number, high: number, most: number): readonly Tick[] {
  if (marks === "whole") return ticksOf(low, high, Math.min(most, Math.max(1, high - low)));
  return marks === "powers" ? powersOf(low, high, most) : ticksOf(low, high, most);
}

/** Within one power of ten even steps, over some 1, 2 and 5 of each, over many some of the powers. */
function powersOf(low: number, high: number, most: number): readonly Tick[] {
  if (high - low < 1)
    return ticksOf(10 ** low, 10 ** high, most).flatMap(({ at, label }) =>
      at > 0 ? [{ at: Math.log10(at), label }] : [],
    );
  const isFine = 3 * (high - low) <= most + 2;
  const each = isFine ? 1 : Math.ceil((high - low) / most);
  const powers = wholeOf(low, high).filter((power) => power % each === 0);
  const ticks = powers.flatMap((power) =>
    (isFine ? [1, 2, 5] : [1]).map((k) => ({ at: Math.log10(k) + power, label: shortly(k, power) })),
  );
  return ticks.filter(({ at }) => at >= low - 1e-9 && at <= high + 1e-9);
}

function wholeOf(low: number, high: number): readonly number[] {
  const first = Math.floor(low);
  return Array.from({ length: Math.ceil(high) - first + 1 }, (_, i) => first + i);
}

function shortly(digit: number, power: number): string {
  if (power < -4 || power > 6) return `${digit}e${power}`;
  return power < 0 ? `0.${"0".repeat(-power - 1)}${digit}` : `${digit}${"0".repeat(power)}`;
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5].map((k) => k * power).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power;
}

function labelOf(at: number, step: number, digits: number): string {
  if (Math.abs(at) < step / 2) return "0";
  if (digits > 6 || Math.abs(at) >= 1e7) {
    const places = Math.max(0, Math.floor(Math.log10(Math.abs(at)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9));
    return at.toExponential(Math.min(places, 15)).replace("e+", "e");
  }
  return at.toFixed(digits);
}
