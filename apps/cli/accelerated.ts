import {
  type Acceleration,
  accelerate,
  acceleratedQuery,
  checkQuery,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiateQuery,
  type Network,
  type NetworkQuery,
  parseQuery,
  type VerifyOptions,
} from "../../src/index.ts";
import { type Answer, ask } from "./answer.ts";
import type { Io } from "./io.ts";
import type { Ready } from "./load.ts";
import type { Question } from "./questions.ts";

/**
 * `zonal verify --accelerate`: questions are put to the accelerated model, and to the original where the answer would not
 * stand. An answer stands if the acceleration is exact; over an approximation, "not reachable" and "always" stand. A trace
 * is always one of the original model, found there.
 */
export type Kind = "exact" | "approximate";

export class Accelerated {
  private readonly result: Acceleration | undefined;
  private readonly before: Network;
  private readonly io: Io;

  constructor({ source, made, network }: Ready, kind: Kind, io: Io) {
    this.io = io;
    this.before = network as Network;
    if (source.format === "tck" || made === undefined) {
      this.say("a model in TChecker's format is not accelerated");
      return;
    }
    const result = accelerate(source, made, { approximate: kind === "approximate" });
    if (result.appended.length === 0) this.say("no cycle can be accelerated; 'zonal analyse cycles' says why");
    else {
      this.result = result;
      const count = result.appended.length;
      this.say(
        `${count} cycle${count === 1 ? "" : "s"} accelerated, ${result.exact ? "exactly" : "as an over-approximation"}`,
      );
    }
  }

  ask(question: Question, options: VerifyOptions): Answer {
    const original = (why?: string): Answer => {
      if (why !== undefined) this.say(`query ${question.number}: ${why}; the original model is asked`);
      return ask(this.before, question, options, this.io);
    };
    const { result } = this;
    if (result === undefined || question.query === undefined) return original();
    const again = queryOf(result.made, question);
    if (again === undefined) return original("it means nothing in the accelerated model");
    const asked = acceleratedQuery(again, this.before, result.made.network);
    if ("reason" in asked) return original(asked.reason);
    const answer = ask(result.made.network, { ...question, query: asked }, { ...options, trace: "none" }, this.io);
    const outcome = answer.verdict?.outcome;
    if (this.io.signal() !== undefined) return { ...answer, question };
    if (outcome !== "satisfied" && outcome !== "violated")
      return original(
        `the accelerated model gives no answer${answer.verdict?.reason === undefined ? "" : ` (${answer.verdict.reason})`}`,
      );
    const isReached = (asked.kind === "E<>") === (outcome === "satisfied");
    if (isReached && !result.exact) return original("a state is reached in an over-approximation");
    if (isReached && (options.trace ?? "none") !== "none") return original("a trace is asked for");
    return { ...answer, question };
  }

  private say(text: string): void {
    this.io.err(`note: ${text}\n`);
  }
}

function queryOf(made: Instantiated, { text }: Question): NetworkQuery | undefined {
  const { query, diagnostics } = parseQuery(Fragment.of(text));
  if (query === undefined || hasErrors(diagnostics)) return undefined;
  const checked = checkQuery(made.model, query);
  return hasErrors(checked.diagnostics) ? undefined : instantiateQuery(made, checked, text).query;
}
