import { expect } from "vitest";
import {
  type Network,
  open,
  type Refinement,
  type RefineOptions,
  read,
  refine,
  selectProcesses,
} from "../../src/index.ts";
import { certificateOf, judge } from "../certify/refines.ts";

/** A network of some processes of a model. */
export function networkOf(text: string, names: readonly string[]): Network {
  const source = read(text);
  if (source.format === "tck") throw new Error("not an UPPAAL model");
  const wrong = source.diagnostics.find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Error(`${wrong.message}: ${text.slice(wrong.span.start, wrong.span.end + 20)}`);
  const { tree, unknown } = selectProcesses(source.tree, names);
  if (tree === undefined) throw new Error(`no process ${unknown.join()}`);
  const { network, diagnostics } = open(tree);
  if (network === undefined) throw new Error(diagnostics.map((d) => d.message).join("; "));
  return network;
}

/** Puts the question to processes of one text, or of two. */
export function ask(
  text: string,
  implementation: string,
  specification = "S",
  options: RefineOptions = {},
  second = text,
): Refinement {
  const processes = implementation.split("+");
  const own = { text, network: networkOf(text, processes), processes };
  const other = { text: second, network: networkOf(second, [specification]), processes: [specification] };
  const refinement = refine(own.network, other.network, options);
  if (refinement.pairs !== undefined || refinement.trace !== undefined) {
    // Every answer with a proof is judged by the checker of certificates, too.
    const lines = certificateOf(refinement, own, other);
    expect(typeof lines === "string" ? lines : judge(lines, text, second)).toMatchObject({ result: "proved" });
  }
  return refinement;
}

/** `included`, or the outcome with the kind of violation and the action: `not-included action c!`. */
export function verdict({ outcome, violation, reason }: Refinement): string {
  if (violation === undefined) return outcome === "included" ? outcome : `${outcome}: ${reason}`;
  return [outcome, violation.kind, ...(violation.action === undefined ? [] : [violation.action])].join(" ");
}
