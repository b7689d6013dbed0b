import { wants } from "../../base/index.ts";
import type { Estimate, Range } from "./estimate.ts";

/** What a file expects of an estimate, beside its outcome: a value or a range of values that its interval must meet. */
export function holdsValue(estimate: Estimate, text: string): boolean | undefined {
  wants("holdsValue", estimate, "estimate");
  wants("holdsValue", text, "text");
  const expected = expectedRange(text);
  const found = intervalOfEstimate(estimate);
  if (expected === undefined || found === undefined) return undefined;
  return expected.low <= found.high && found.low <= expected.high;
}

/** `0.5`, `0.4..0.6`, `[0.4,0.6]`, `>= 0.95`, `≤ 0.05 (95% CI)`, `0.5 ± 0.05`. */
export function expectedRange(text: string): Range | undefined {
  wants("expectedRange", text, "text");
  const number = "(-?\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?|-?\\.\\d+)";
  const is = (form: string): number[] | undefined => {
    const found = new RegExp(`^\\s*${form}\\s*(\\(.*\\))?\\s*$`).exec(text);
    return found === null ? undefined : found.slice(1).map(Number);
  };
  const [a = Number.NaN, b = Number.NaN] = is(`\\[?\\s*${number}\\s*(?:\\.\\.|,)\\s*${number}\\s*\\]?`) ?? [];
  if (a <= b) return { low: a, high: b };
  const [middle, half] = is(`${number}\\s*(?:±|\\+/-)\\s*${number}`) ?? [];
  if (middle !== undefined && half !== undefined) return { low: middle - half, high: middle + half };
  const [least] = is(`(?:>=|≥)\\s*${number}`) ?? [];
  if (least !== undefined) return { low: least, high: Infinity };
  const [most] = is(`(?:<=|≤)\\s*${number}`) ?? [];
  if (most !== undefined) return { low: -Infinity, high: most };
  const [only] = is(`(?:≈)?\\s*${number}`) ?? [];
  return only === undefined ? undefined : { low: only, high: only };
}

function intervalOfEstimate(estimate: Estimate): Range | undefined {
  switch (estimate.kind) {
    case "probability":
    case "hypothesis":
      return estimate.interval;
    case "expectation": {
      const { mean, halfWidth = 0 } = estimate.values;
      return mean === undefined ? undefined : { low: mean - halfWidth, high: mean + halfWidth };
    }
    default:
      return undefined;
  }
}
