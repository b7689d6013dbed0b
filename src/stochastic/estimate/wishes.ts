import { wants } from "../../base/index.ts";
import type { Option } from "../../syntax/index.ts";
import type { Wishes } from "./parameters.ts";

/**
 * The parameters of statistical queries that a model carries: `<option key="--alpha" value="0.01"/>` of the file or of a query,
 * as UPPAAL writes them. A later one counts. One that is no number is left out, as are those that are of no concern here.
 */
const names: Readonly<Record<string, keyof Wishes>> = {
  "--alpha": "alpha",
  "--beta": "beta",
  "--epsilon": "epsilon",
  "--lower-delta": "lowerDelta",
  "--upper-delta": "upperDelta",
  "--u0": "u0",
  "--u1": "u1",
};

export function modelWishes(options: readonly Option[]): Wishes {
  wants("modelWishes", options, "list");
  const wishes: { -readonly [K in keyof Wishes]?: number } = {};
  for (const { key, value } of options) {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    const number = Number(value);
    if (name !== undefined && value.trim() !== "" && Number.isFinite(number)) wishes[name] = number;
  }
  return wishes as Wishes;
}
