import {
  type Acceleration,
  accelerate,
  acceleratedQuery,
  checkQuery,
  Fragment,
  findCounting,
  findJumps,
  hasErrors,
  type Instantiated,
  instantiateQuery,
  type Network,
  type NetworkQuery,
  parseQuery,
  type VerifyOptions,
  whyNotAccelerated,
} from "../../../src/index.ts";
import { count } from "../io/count.ts";
import type { Io } from "../io/io.ts";
import type { Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { type Answer, ask } from "./answer.ts";

/**
 * `zonal verify --accelerate`: the search jumps over rounds of busy waiting from the start, and the original is asked where
 * that changes answers. With `approximate`, cycles are appended to the model that are not exact too: then only "not
 * reachable" and "always" stand. A trace is always one of the original model.
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
    if (kind === "exact") {
      const counting = findCounting(made.network, undefined, 1000).cycles.length;
      this.tell(counting + findJumps(made.network, { limit: 1000 }).length, "exactly");
      return;
    }
    const result = accelerate(source, made, { approximate: true });
    this.tell(result.appended.length, result.exact ? "exactly" : "as an over-approximation");
    if (!result.exact) this.result = result;
  }

  ask(question: Question, options: VerifyOptions): Answer {
    const { query } = question;
    const always = { ...options, acceleration: true };
    if (query !== undefined) {
      const why = whyNotAccelerated(query, always);
      if (why !== undefined) this.say(`query ${question.number}: ${why}; the original model is asked`);
      else if (this.result !== undefined) return this.approximate(question, options, this.result);
    }
    return ask(this.before, question, always, this.io);
  }

  /** Over an approximation the original is asked again where a state is reached. */
  private approximate(question: Question, options: VerifyOptions, result: Acceleration): Answer {
    const original = (why: string): Answer => {
      this.say(`query ${question.number}: ${why}; the original model is asked`);
      return ask(this.before, question, { ...options, acceleration: true }, this.io);
    };
    const again = queryOf(result.made, question);
    if (again === undefined) return original("it means nothing in the accelerated model");
    const asked = acceleratedQuery(again, this.before, result.made.network);
    if ("reason" in asked) return original(asked.reason);
    const answer = ask(
      result.made.network,
      { ...question, query: asked },
      { ...options, trace: "none", acceleration: false },
      this.io,
    );
    const outcome = answer.verdict?.outcome;
    if (this.io.signal() !== undefined) return { ...answer, question };
    if (outcome !== "satisfied" && outcome !== "violated")
      return original(
        `the accelerated model gives no answer${answer.verdict?.reason === undefined ? "" : ` (${answer.verdict.reason})`}`,
      );
    if ((asked.kind === "E<>") === (outcome === "satisfied"))
      return original("a state is reached in an over-approximation");
    return { ...answer, question };
  }

  private tell(cycles: number, how: string): void {
    if (cycles === 0) this.say("no cycle can be accelerated; 'zonal analyse cycles' says why");
    else this.say(`${count(cycles, "cycle")} accelerated, ${how}`);
  }

  private say(text: string): void {
    this.io.err(`note: ${text}\n`);
  }
}

function queryOf(made: Instantiated, { text }: Question): NetworkQuery | undefined {
  const { query, diagnostics } = parseQuery(Fragment.of(text), made.model);
  if (query === undefined || hasErrors(diagnostics)) return undefined;
  const checked = checkQuery(made.model, query);
  return hasErrors(checked.diagnostics) ? undefined : instantiateQuery(made, checked, text).query;
}
