import {
  check,
  checkQuery,
  composeTest,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type NetworkQuery,
  read,
  reduce,
  type UppaalSource,
} from "../../../src/index.ts";
import type { ActionName, Proposal } from "./list.ts";

/** Runs a transformation on a model without errors; throws with a message for people if there are any. */
export function transform(name: ActionName, text: string, template: string): Proposal {
  const source = read(text, { name: "model.xml" });
  if (source.format === "tck") throw new Error("the model is not XML");
  const model = check(source.tree);
  const { made } = hasErrors([...source.diagnostics, ...model.diagnostics]) ? { made: undefined } : instantiate(model);
  if (made === undefined) throw new Error("the model has errors");
  switch (name) {
    case "reduce":
    case "substitute":
      return reduced(source, made, name === "substitute");
    case "test":
      return tester(source, made, template);
  }
}

function tester(source: UppaalSource, { model }: Instantiated, specification: string): Proposal {
  const composed = composeTest(source, model, { specification });
  if ("refusal" in composed) throw new Error(composed.refusal);
  const { text, query, process, channels, variables, notes } = composed;
  return {
    text,
    notes: notes.map((n) => n.message),
    rows: [
      {
        where: process,
        what: query,
        why: `it watches ${[...channels, ...variables].join(", ") || "nothing"}: the answer is yes if and only if the others leave the specification`,
      },
    ],
  };
}

function reduced(source: UppaalSource, made: Instantiated, substitute: boolean): Proposal {
  const { queries, keepAll, notes } = observed(source, made);
  const { text, resets, meta, substituted, skipped } = reduce(source, made, { queries, keepAll, substitute });
  return {
    text,
    notes,
    rows: [
      ...resets.map((r) => ({
        where: `${r.template}: ${r.source} → ${r.target}`,
        what: `${r.variable} = ${r.value}`,
        why: r.why,
      })),
      ...meta.map((m) => ({
        where: "declarations",
        what: `${m.variable} becomes meta`,
        why: `it only passes a value over ${m.channel}`,
      })),
      ...substituted.map((s) => ({
        where: s.template,
        what: `${s.variable} is put where it is used`,
        why: `it is always ${s.value}`,
      })),
      ...skipped.map((s) => ({ where: s.variable, what: "left alone", why: s.why })),
    ],
  };
}

/** The queries whose answers must stay. Where one is not understood, everything stays that it could look at. */
function observed(
  { tree }: UppaalSource,
  made: Instantiated,
): { readonly queries: readonly NetworkQuery[]; readonly keepAll: boolean; readonly notes: readonly string[] } {
  const queries: NetworkQuery[] = [];
  const notes: string[] = [];
  const asked = tree.queries.filter((entry) => entry.text.trim() !== "");
  for (const entry of asked) {
    const checked = entry.query === undefined ? undefined : checkQuery(made.model, entry.query);
    const ready =
      checked === undefined || hasErrors(checked.diagnostics)
        ? undefined
        : instantiateQuery(made, checked, entry.text.trim()).query;
    if (ready === undefined) notes.push(`The query ${entry.text.trim()} is not understood here: everything is kept.`);
    else queries.push(ready);
  }
  if (asked.length === 0) notes.push("There is no query: everything is kept, since anything may still be asked.");
  return { queries, keepAll: asked.length === 0 || notes.length > 0, notes };
}
