import {
  type AccelerateOptions,
  accelerate,
  type CycleReport,
  checkQuery,
  composeTest,
  hasErrors,
  type Instantiated,
  instantiateQuery,
  type NetworkQuery,
  reduce,
  type UppaalSource,
  withScalars,
} from "../../../src/index.ts";
import { readyModel } from "../worker/model.ts";
import type { Wish } from "../worker/protocol.ts";
import type { Proposal } from "./list.ts";
import { reconstructed } from "./reconstruct.ts";

/** Runs a transformation on a model without errors; throws with a message for people if there are any. */
export function transform({ action: name, text, template, run }: Wish): Proposal {
  const { source, made } = readyModel(text);
  if (made === undefined) throw new Error("the model has errors");
  switch (name) {
    case "reduce":
    case "substitute":
      return reduced(source, made, name === "substitute");
    case "accelerate":
      return accelerated(source, made, {});
    case "compress":
      return accelerated(source, made, { shape: "compress" });
    case "approximate":
      return accelerated(source, made, { approximate: true });
    case "symmetry":
      return scalars(source, made);
    case "test":
      return tester(source, made, template);
    case "reconstruct":
      return reconstructed(source, made, run);
  }
}

function scalars(source: UppaalSource, made: Instantiated): Proposal {
  const { text, rewritten, left } = withScalars(source, made);
  return {
    text,
    notes: rewritten.length + left.length === 0 ? ["There are no integers that may name processes."] : [],
    rows: [
      ...rewritten.map(({ name, size }) => ({
        where: name,
        what: `now a scalar set of ${size} elements`,
        why: "its values only name processes",
      })),
      ...left.map(({ name, reason }) => ({ where: name, what: "left as it is", why: reason })),
    ],
  };
}

function accelerated(source: UppaalSource, made: Instantiated, options: AccelerateOptions): Proposal {
  const { text, reports, appended, incomplete, exact } = accelerate(source, made, options);
  const what = (report: CycleReport): string => {
    const mine = appended.find((a) => a.report === report);
    return mine === undefined ? "left alone" : `appended: ${mine.added.join(", ")}`;
  };
  return {
    text,
    notes: [
      ...(appended.length === 0
        ? []
        : [
            exact
              ? "Exact: E<> and A[] about the old locations keep their answers."
              : 'An over-approximation: only "not reachable" and "always" stand.',
          ]),
      ...incomplete.map((process) => `${process} has more cycles than were looked at.`),
    ],
    rows: reports.map((report) => ({
      where: `${report.template}: ${[...report.locations, report.locations[0]].join(" → ")}`,
      what: what(report),
      why: [
        report.kind === "none" ? "not acceleratable" : `${report.kind}, ${report.unfoldings} unfoldings`,
        ...report.reasons,
      ].join("; "),
    })),
  };
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
