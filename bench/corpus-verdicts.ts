import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoundValue } from "../src/search/index.ts";
import { decode, parseQueryFile } from "../src/syntax/index.ts";
import type { Answer, Task } from "./corpus-child.ts";
import { Crew } from "./corpus-crew.ts";
import { readEither } from "./corpus-read.ts";
import { type Explanations, keyOf, type ModelFile, type Recorded, symbolicKinds } from "./corpus-tables.ts";

/**
 * Verification of the corpus: queries with a recorded outcome first, then every other symbolic query of the models of mode
 * `check`. All get a short time first and those that need more get the full limit afterwards, as long as the budget of
 * the whole run lasts; so what is left out is the hardest, and it is listed as such.
 */
export interface Limits {
  readonly jobs: number;
  /** Seconds, per query. */
  readonly timeout: number;
  /** Seconds, for all. */
  readonly budget: number;
  /** Bytes. */
  readonly memory: number;
}
type Standing = "agrees" | "explained" | "differs" | "answered" | "unknown" | "refused" | "failed" | "cut" | "not run";
export interface Result {
  readonly file: string;
  readonly query: string;
  readonly recorded?: Recorded;
  readonly answer?: Answer;
  readonly standing: Standing;
  readonly text: string;
}
interface Question extends Task { readonly recorded?: Recorded }

const SHORT = 4_000;

export async function verdicts(folder: string, models: readonly ModelFile[], outcomes: readonly Recorded[], explained: Explanations, limits: Limits, only: RegExp, say: (result: Result) => void): Promise<Result[]> {
  const end = performance.now() + 1000 * limits.budget;
  const questions = questionsOf(folder, models, outcomes, limits).filter(({ file, query }) => only.test(`${file}: ${query}`));
  const short = Math.min(SHORT, 1000 * limits.timeout);
  const crew = new Crew(limits.jobs);
  const results: Result[] = [];
  const later: Question[] = [];
  const cut = new Map<Question, Result>();
  const finish = (question: Question, answer: Answer | undefined, final: boolean): void => {
    const result = judge(question, answer, final, explained);
    if (!final && result.standing === "cut") {
      later.push(question);
      cut.set(question, result);
      return;
    }
    results.push(result);
    say(result);
  };
  const isOver = (): boolean => performance.now() > end;
  const first = questions.map((question): Question => ({ ...question, timeout: short }));
  const begun = await crew.run(first, isOver, (question, answer) => finish(question, answer, short >= 1000 * limits.timeout));
  for (const question of first.slice(begun)) finish(question, undefined, true);
  const second = later.map((question): Question => ({ ...question, timeout: 1000 * limits.timeout }));
  const again = await crew.run(second, isOver, (question, answer) => finish(question, answer, true));
  for (const question of later.slice(again)) {
    const result = cut.get(question) as Result;
    results.push(result);
    say(result);
  }
  crew.end();
  return results;
}

function questionsOf(folder: string, models: readonly ModelFile[], outcomes: readonly Recorded[], limits: Limits): Question[] {
  const known = new Map(models.map((model) => [model.file, model]));
  const task = (file: string, query: string): Task => ({ folder, file, query, timeout: 0, memory: limits.memory });
  const asked = new Set<string>();
  const questions: Question[] = [];
  for (const confidence of ["high", "medium"]) {
    for (const recorded of outcomes) {
      if (recorded.confidence !== confidence || !symbolicKinds.has(recorded.kind) || !known.has(recorded.file)) continue;
      asked.add(keyOf(recorded.file, recorded.query));
      questions.push({ ...task(recorded.file, recorded.query), recorded });
    }
  }
  for (const model of models) {
    if (model.mode !== "check") continue;
    for (const query of symbolicQueries(folder, model)) {
      const key = keyOf(model.file, query);
      if (!asked.has(key)) questions.push(task(model.file, query));
      asked.add(key);
    }
  }
  return questions;
}

function symbolicQueries(folder: string, model: ModelFile): string[] {
  const { tree } = readEither(model.file, readFileSync(join(folder, model.file))).source;
  const entries = [...tree.queries, ...(model.queriesFile === "" ? [] : parseQueryFile(decode(readFileSync(join(folder, model.queriesFile))).text).entries)];
  return entries.filter((entry) => entry.query !== undefined && symbolicKinds.has(entry.query.kind) && !("under" in entry.query && entry.query.under !== undefined)).map((entry) => entry.text);
}

function judge({ file, query, recorded }: Question, answer: Answer | undefined, final: boolean, explained: Explanations): Result {
  const result = (standing: Standing, text: string): Result => ({
    file, query, standing, text, ...(recorded === undefined ? {} : { recorded }), ...(answer === undefined ? {} : { answer }),
  });
  if (answer === undefined) return result("not run", "the budget was spent before");
  const { outcome, reason } = answer;
  const detail = [outcome, ...(answer.values ?? []).map(valueText), ...(reason === undefined ? [] : [reason])].join(": ");
  const told = explained.verdicts.get(keyOf(file, query));
  if (!final && (outcome === "killed" || (outcome === "unknown" && /time limit/.test(reason ?? "")))) return result("cut", `${detail}; the budget was spent before it got more`);
  if (outcome === "crash" || outcome === "died" || outcome === "killed") return result("failed", detail);
  if (recorded === undefined) {
    if (outcome === "refused") return result("refused", detail);
    return result(outcome === "unknown" ? "unknown" : "answered", detail);
  }
  if (agrees(recorded, answer)) return result("agrees", detail);
  const text = `recorded ${recorded.outcome} (${recorded.confidence})${recorded.value === "" ? "" : ` ${recorded.value}`}, here ${detail}`;
  if (told === undefined || told.ours !== outcome) return result("differs", text);
  told.used = true;
  return result("explained", text);
}

function agrees(recorded: Recorded, answer: Answer): boolean {
  const ours = answer.outcome.replace("maybe_", "");
  if (ours !== (recorded.outcome === "success" ? "satisfied" : "violated")) return false;
  return recorded.value === "" || answer.values === undefined || answer.values.map(valueText).join(", ").includes(recorded.value);
}

function valueText({ intervals, unknown }: BoundValue): string {
  if (unknown !== undefined) return `unknown (${unknown})`;
  return intervals.map(({ low, lowStrict, high, highStrict }) => `${lowStrict ? "(" : "["}${low}, ${high}${highStrict ? ")" : "]"}`).join(" ");
}
