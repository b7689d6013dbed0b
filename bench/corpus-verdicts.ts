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
 * `check`. All get a second first; those that need more get ten and then the full limit, the recorded ones before the
 * others, as long as the budget of the whole run lasts. So what is cut off is the hardest, and it is listed as such.
 */
interface Limits {
  readonly jobs: number;
  /** Seconds, per query. */
  readonly timeout: number;
  /** Seconds, for all. */
  readonly budget: number;
  /** Bytes. */
  readonly memory: number;
}
/** `unknown`: not within the limits. `cut`: not within the share of time that the budget left. Neither is a disagreement. */
type Standing = "agrees" | "explained" | "differs" | "answered" | "unknown" | "refused" | "failed" | "cut" | "not run";
export interface Result {
  readonly file: string;
  readonly query: string;
  readonly recorded?: Recorded;
  readonly answer?: Answer;
  readonly standing: Standing;
  readonly text: string;
}
interface Question extends Task {
  readonly key: string;
  readonly recorded?: Recorded;
}

/** Seconds. */
const SHARES = [1, 10];

export async function verdicts(
  folder: string,
  models: readonly ModelFile[],
  outcomes: readonly Recorded[],
  explained: Explanations,
  limits: Limits,
  only: RegExp,
  say: (result: Result) => void,
): Promise<Result[]> {
  const end = performance.now() + 1000 * limits.budget;
  const isOver = (): boolean => performance.now() > end;
  const questions = questionsOf(folder, models, outcomes, limits).filter(({ file, query }) =>
    only.test(`${file}: ${query}`),
  );
  const crew = new Crew(limits.jobs);
  const results = new Map<string, Result>();
  const shares = [...SHARES.filter((share) => share < limits.timeout), limits.timeout];

  /** Returns the questions that are still open. */
  const round = async (open: readonly Question[], share: number): Promise<Question[]> => {
    const rest: Question[] = [];
    const begun = await crew.run(open, isOver, { timeout: 1000 * share }, (question, answer) => {
      const result = judge(question, answer, share === limits.timeout, explained);
      results.set(question.key, result);
      if (result.standing === "cut") rest.push(question);
      else say(result);
    });
    return [...rest, ...open.slice(begun)];
  };
  let open = await round(questions, shares[0]!);
  for (const recorded of [true, false]) {
    let mine = open.filter((question) => (question.recorded !== undefined) === recorded);
    for (const share of shares.slice(1)) mine = await round(mine, share);
    open = [...open.filter((question) => (question.recorded !== undefined) !== recorded), ...mine];
  }
  crew.end();
  for (const question of open) {
    const result = results.get(question.key) ?? judge(question, undefined, true, explained);
    results.set(question.key, result);
    say(result);
  }
  return [...results.values()];
}

function questionsOf(
  folder: string,
  models: readonly ModelFile[],
  outcomes: readonly Recorded[],
  limits: Limits,
): Question[] {
  const known = new Map(models.map((model) => [model.file, model]));
  const asked = new Set<string>();
  const questions: Question[] = [];
  const task = (file: string, query: string): Question => ({
    folder,
    file,
    query,
    timeout: 0,
    memory: limits.memory,
    key: `${questions.length}`,
  });
  for (const confidence of ["high", "medium"]) {
    for (const recorded of outcomes) {
      if (recorded.confidence !== confidence || !symbolicKinds.has(recorded.kind) || !known.has(recorded.file))
        continue;
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
  const entries = [
    ...tree.queries,
    ...(model.queriesFile === ""
      ? []
      : parseQueryFile(decode(readFileSync(join(folder, model.queriesFile))).text).entries),
  ];
  return entries
    .filter(
      (entry) =>
        entry.query !== undefined &&
        symbolicKinds.has(entry.query.kind) &&
        !("under" in entry.query && entry.query.under !== undefined),
    )
    .map((entry) => entry.text);
}

function judge(
  { file, query, recorded }: Question,
  answer: Answer | undefined,
  final: boolean,
  explained: Explanations,
): Result {
  const result = (standing: Standing, text: string): Result => ({
    file,
    query,
    standing,
    text,
    ...(recorded === undefined ? {} : { recorded }),
    ...(answer === undefined ? {} : { answer }),
  });
  if (answer === undefined) return result("not run", "the budget was spent before");
  const { outcome, reason } = answer;
  const detail = [outcome, ...(answer.values ?? []).map(valueText), ...(reason === undefined ? [] : [reason])].join(
    ": ",
  );
  const isLimit = outcome === "killed" || (outcome === "unknown" && /limit of .* was reached/.test(reason ?? ""));
  if (!final && isLimit && !/memory/.test(reason ?? ""))
    return result("cut", `${detail}; the budget was spent before it got more`);
  if (outcome === "crash" || outcome === "died" || outcome === "killed") return result("failed", detail);
  if (recorded === undefined) {
    if (outcome === "refused") return result("refused", detail);
    return result(outcome === "unknown" ? "unknown" : "answered", detail);
  }
  if (agrees(recorded, answer)) return result("agrees", detail);
  const text = `recorded ${recorded.outcome} (${recorded.confidence})${recorded.value === "" ? "" : ` ${recorded.value}`}, here ${detail}`;
  if (isLimit) return result("unknown", text);
  if (recorded.contradicted && /satisfied|violated/.test(outcome))
    return result("explained", `${text}; both outcomes are recorded`);
  const told = explained.verdicts.get(keyOf(file, query));
  if (told === undefined || told.ours !== outcome) return result("differs", text);
  told.used = true;
  return result("explained", text);
}

function agrees(recorded: Recorded, answer: Answer): boolean {
  const ours = answer.outcome.replace("maybe_", "");
  if (ours !== (recorded.outcome === "success" ? "satisfied" : "violated")) return false;
  return (
    recorded.value === "" ||
    answer.values === undefined ||
    answer.values.map(valueText).join(", ").includes(recorded.value)
  );
}

function valueText({ intervals, unknown }: BoundValue): string {
  if (unknown !== undefined) return `unknown (${unknown})`;
  return intervals
    .map(({ low, lowStrict, high, highStrict }) => `${lowStrict ? "(" : "["}${low}, ${high}${highStrict ? ")" : "]"}`)
    .join(" ");
}
