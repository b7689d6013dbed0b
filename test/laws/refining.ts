import {
  check,
  composeTest,
  instantiate,
  open,
  type Refinement,
  read,
  refine,
  selectProcesses,
  type Verdict,
} from "../../src/index.ts";
import type { Network } from "../../src/network/index.ts";

/** One question put in two ways: to `refine`, and to the engine with the exported tester. */
interface Answers {
  readonly refined: Refinement;
  /** Undefined if the tester was refused, with the reason. */
  readonly exported: Verdict | undefined;
  readonly refusal?: string;
  readonly text?: string;
}

export function networkOf(text: string, name: string): Network {
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const { tree } = selectProcesses(source.tree, [name]);
  if (tree === undefined) throw new Error(`no process ${name}`);
  const model = check(tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Error(`${wrong.message}\n${text}`);
  const { made } = instantiate(model);
  if (made === undefined) throw new Error("no network");
  return made.network;
}

export function answers(text: string, implementation = "I", specification = "S"): Answers {
  const refined = refine(networkOf(text, implementation), networkOf(text, specification), { maxStates: 20_000 });
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const made = composeTest(source, check(source.tree), { specification, implementation: [implementation] });
  if ("refusal" in made) return { refined, exported: undefined, refusal: made.refusal };
  const opened = open(made.text);
  if (opened.network === undefined)
    throw new Error(`${opened.diagnostics.find((d) => d.severity === "error")?.message}\n${made.text}`);
  return { refined, exported: opened.verify(made.query, { maxStates: 50_000, compiled: false }), text: made.text };
}
