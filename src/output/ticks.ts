/** The ticks of an axis: at most `most` multiples of 1, 2 or 5 times a power of ten, each with as many digits as tell it from the next. */
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
