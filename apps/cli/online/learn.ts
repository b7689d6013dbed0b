import {
  type Answer,
  check,
  type Extent,
  hasErrors,
  instantiate,
  type Parts,
  type UnknownRange,
  withUnknowns,
} from "../../../src/index.ts";
import type { Ready } from "../model/load.ts";
import { Failure } from "../process/exit.ts";

/** `--learn K=2..9`: constants whose values are found from the events, and what is said of them. */
export function learnOption(text: string, before: readonly UnknownRange[] = []): readonly UnknownRange[] {
  const match = /^\s*([\w.]+)\s*=\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*$/.exec(text);
  if (match === null) throw new Failure(`--learn '${text}' is not of the form CONSTANT=LOW..HIGH`);
  const [low, high] = [Number(match[2]), Number(match[3])];
  if (low > high) throw new Failure(`--learn ${text}: the range is empty`);
  return [...before, { name: match[1]!, low, high }];
}

/** The model with these constants unknown, checked and instantiated again. */
export function withLearned(ready: Ready, unknowns: readonly UnknownRange[], most: number): Ready {
  if (unknowns.length === 0 || ready.model === undefined || ready.network === undefined) return ready;
  const tree = withUnknowns(ready.model, unknowns);
  if ("refused" in tree) throw new Failure(`--learn: ${tree.refused}`);
  const count = unknowns.reduce((product, { low, high }) => product * (high - low + 1), 1);
  if (count > most)
    throw new Failure(`--learn: these are ${count} combinations of values, more than --max-states ${most}`);
  const model = check(tree);
  const { made, diagnostics } = hasErrors(model.diagnostics)
    ? { made: undefined, diagnostics: [] }
    : instantiate(model);
  const wrong = [...model.diagnostics, ...diagnostics].find(({ severity }) => severity === "error");
  if (wrong !== undefined || made === undefined) {
    const { line, column } = ready.place.locator.locate(wrong!.span);
    const names = unknowns.map(({ name }) => name).join(", ");
    throw new Failure(`${ready.place.name}:${line}:${column}: ${names} cannot be learned: ${wrong!.message}`);
  }
  return { ...ready, model, made, network: made.network };
}

const extentText = ([low, high]: Extent): string => (low === high ? `${low}` : `${low}..${high}`);

/** What has been learned, a line for each constant. */
export function learnedText({ learned }: Answer): string[] {
  if (learned === undefined) return [];
  const { constants, combinations, of } = learned;
  const lines = constants.map(({ name, values }) => `  ${name}: ${values.map(extentText).join(", ")}`);
  return constants.length === 1 ? lines : [...lines, `  ${combinations} of ${of} combinations explain all events`];
}

/** For which values a query holds, behind its outcome. */
export function partsText({ satisfied, violated, undecided, largest }: Parts): string {
  const all = satisfied + violated + undecided;
  const count = `${satisfied} of ${all}`;
  if (all === 1) return "";
  if (satisfied === all || violated === all) return `, for all ${all}`;
  const rest = undecided === 0 ? "" : `, ${undecided} undecided`;
  if (largest === undefined) return `, satisfied for none of ${all}${rest}`;
  const box = Object.entries(largest).map(([name, extent]) => `${name} = ${extentText(extent)}`);
  return `, satisfied for ${count}, among them ${box.join(" with ")}${rest}`;
}
