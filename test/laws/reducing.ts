import { valueClasses } from "../../src/analysis/index.ts";
import { Concrete } from "../../src/engine/index.ts";
import { check, checkQuery, type Model } from "../../src/model/index.ts";
import {
  type Instantiated,
  instantiate,
  instantiateQuery,
  type Network,
  type NetworkQuery,
} from "../../src/network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import { Fragment, parseQuery, read, type UppaalSource } from "../../src/syntax/index.ts";
import type { Trace } from "../../src/trace/index.ts";
import { reduce } from "../../src/transform/index.ts";
import { compareSteps, type Stepped } from "./class-steps.ts";

export interface Differing {
  readonly problem?: string;
  readonly reduced?: string;
  readonly smaller: boolean;
  readonly resets: number;
}

interface Made {
  readonly source: UppaalSource;
  readonly model: Model;
  readonly made: Instantiated;
}

function make(text: string): Made | string {
  const source = read(text);
  if (source.format === "tck") return "tck";
  const model = check(source.tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) return wrong.message;
  const { made, diagnostics } = instantiate(model);
  return made === undefined ? (diagnostics[0]?.message ?? "no network") : { source, model, made };
}

function queryOf({ model, made }: Made, text: string): NetworkQuery | string {
  const parsed = parseQuery(Fragment.of(text));
  if (parsed.query === undefined) return "no query";
  const checked = checkQuery(model, parsed.query);
  const wrong = checked.diagnostics.find((d) => d.severity === "error");
  return wrong?.message ?? instantiateQuery(made, checked, text).query ?? "no query";
}

/** Some queries are refused for some models. */
function isRefusal(message: string): boolean {
  return /cannot be used with a model/.test(message);
}

/** Compares a model with what becomes of it. */
export function difference(text: string, query: string, substitute = false): Differing {
  const none = { smaller: false, resets: 0 };
  const original = make(text);
  if (typeof original === "string") return { problem: original, ...none };
  const asked = queryOf(original, query);
  if (typeof asked === "string") return isRefusal(asked) ? none : { problem: `${query}: ${asked}`, ...none };
  const reduction = reduce(original.source, original.made, { queries: [asked], substitute });
  const changed = make(reduction.text);
  if (typeof changed === "string") return { problem: changed, reduced: reduction.text, ...none };
  const again = queryOf(changed, query);
  if (typeof again === "string") return { problem: again, reduced: reduction.text, ...none };
  const ask = (m: Made, q: NetworkQuery, options: VerifyOptions): Verdict =>
    verify(m.made.network, q, { maxStates: 3000, order: "bfs", ...options });
  const plain = ask(original, asked, { reduce: false });
  const others: readonly (readonly [string, Verdict])[] = [
    ["engine, compiled", ask(original, asked, { reduce: true })],
    ["engine, interpreted", ask(original, asked, { reduce: true, compiled: false })],
    ["resets", ask(changed, again, { reduce: false, trace: "some" })],
    ["resets and engine", ask(changed, again, { reduce: true })],
  ];
  const problems = others.flatMap(([name, verdict]) => compare(plain, verdict, name));
  const trace = others[2]![1].trace;
  if (trace !== undefined) problems.push(...runs(original.made.network, trace));
  const smaller = others.some(([, v]) => v.statistics.stored < plain.statistics.stored && v.outcome === plain.outcome);
  return {
    ...(problems.length > 0 ? { problem: problems.join("; ") } : {}),
    reduced: reduction.text,
    smaller,
    resets: reduction.resets.length,
  };
}

/** A state and the one that stands for it, for the first states of a model. */
export function classSteps(text: string, query: string, limit: number): Stepped {
  const made = make(text);
  if (typeof made === "string") return { problem: made, compared: 0 };
  const asked = queryOf(made, query);
  if (typeof asked === "string") return { ...(isRefusal(asked) ? {} : { problem: `${query}: ${asked}` }), compared: 0 };
  return compareSteps(made.made.network, asked, limit);
}

/**
 * Compares a search that reduces nothing with those that reduce what they can; `smaller`: classes of values save states
 * beside dead variables.
 */
export function classDifference(text: string, query: string): Pick<Differing, "problem" | "smaller"> {
  const made = make(text);
  if (typeof made === "string") return { problem: made, smaller: false };
  const asked = queryOf(made, query);
  if (typeof asked === "string")
    return { ...(isRefusal(asked) ? {} : { problem: `${query}: ${asked}` }), smaller: false };
  const { network } = made.made;
  const ask = (options: VerifyOptions): Verdict =>
    verify(network, asked, { maxStates: 5000, order: "bfs", symmetry: false, ...options });
  const plain = ask({ reduce: false });
  const others: readonly (readonly [string, Verdict])[] = [
    ["compiled", ask({ trace: "some" })],
    ["interpreted", ask({ compiled: false })],
    ["with symmetries", ask({ symmetry: true, trace: "some" })],
  ];
  // Which faults are met before an answer is known may differ between the engines: then each is compared with itself.
  const problems = others.flatMap(([name, verdict]) => {
    const found = compare(plain, verdict, name);
    if (found.length === 0 || name !== "interpreted") return found;
    return compare(ask({ reduce: false, compiled: false }), verdict, name);
  });
  const isFound = plain.outcome === "satisfied" && query.startsWith("E<>");
  for (const [name, { trace, traceReason }] of others)
    if (isFound && name !== "interpreted" && trace === undefined)
      problems.push(`${name}: no trace: ${traceReason ?? ""}`);
  const smaller = valueClasses(network, asked).length > 0 && others[0]![1].statistics.stored < plain.statistics.stored;
  return problems.length > 0 ? { problem: problems.join("; "), smaller } : { smaller };
}

function compare(a: Verdict, b: Verdict, name: string): string[] {
  if (a.outcome === "unknown" || b.outcome === "unknown") return [];
  if (a.outcome === "fault" || b.outcome === "fault") {
    // Both must have it; which of fault and goal is found first is a matter of order.
    const other = a.outcome === "fault" ? b : a;
    const goal = other.outcome === (other.query.startsWith("E") ? "satisfied" : "violated");
    return other.outcome === "fault" || goal
      ? []
      : [`${name}: ${a.outcome} became ${b.outcome} (${a.fault?.message ?? b.fault?.message})`];
  }
  if (a.outcome !== b.outcome) return [`${name}: ${a.outcome} became ${b.outcome}`];
  const values = (v: Verdict): string => JSON.stringify(v.values?.map((x) => x.intervals));
  if (values(a) !== values(b)) return [`${name}: ${values(a)} became ${values(b)}`];
  const complete =
    /^(E<>|A\[\]|sup)/.test(a.query) && a.outcome === (a.query.startsWith("E<>") ? "violated" : "satisfied");
  if (complete && b.statistics.stored > a.statistics.stored)
    return [`${name}: ${a.statistics.stored} states became ${b.statistics.stored}`];
  return [];
}

/**
 * Compares a model with the one in which values that are alike are replaced by assignments: only answers, since what is
 * copied elsewhere may be new there.
 */
export function writtenDifference(text: string, query: string): Differing {
  const none = { smaller: false, resets: 0 };
  const original = make(text);
  if (typeof original === "string") return { problem: original, ...none };
  const asked = queryOf(original, query);
  if (typeof asked === "string") return isRefusal(asked) ? none : { problem: `${query}: ${asked}`, ...none };
  const reduction = reduce(original.source, original.made, { queries: [asked], classes: true });
  if (reduction.classes.length === 0) return none;
  const changed = make(reduction.text);
  if (typeof changed === "string") return { problem: changed, reduced: reduction.text, ...none };
  const again = queryOf(changed, query);
  if (typeof again === "string") return { problem: again, reduced: reduction.text, ...none };
  const ask = (m: Made, q: NetworkQuery): Verdict =>
    verify(m.made.network, q, { maxStates: 5000, order: "bfs", symmetry: false, reduce: false, trace: "some" });
  const [plain, written] = [ask(original, asked), ask(changed, again)];
  const problems = compare(plain, { ...written, statistics: plain.statistics }, "written");
  if (written.trace !== undefined) problems.push(...runs(original.made.network, written.trace));
  return {
    ...(problems.length > 0 ? { problem: problems.join("; ") } : {}),
    reduced: reduction.text,
    smaller: written.statistics.stored < plain.statistics.stored,
    resets: reduction.classes.length,
  };
}

/** Whether a trace is a run of another network with the same edges. */
function runs(network: Network, trace: Trace): string[] {
  if (!trace.concrete) return [];
  const machine = new Concrete(network);
  if (!machine.initial()) return ["the original has no initial state"];
  for (let i = 0; i < trace.states.length; i++) {
    if (i > 0) {
      const words = trace.transitions[i - 1]!.parts.flatMap((part) => [part.edge, ...part.selects.map((s) => s.value)]);
      const step = machine.find(words);
      if (step === undefined || !machine.take(step))
        return [`transition ${i} of the reduced model's trace is not possible`];
    }
    const { delay } = trace.states[i]!;
    if (delay !== undefined && !machine.delay(delay))
      return [`the delay in state ${i} of the reduced model's trace is not possible`];
  }
  return [];
}
