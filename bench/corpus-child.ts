import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasErrors } from "../src/base/index.ts";
import { check, checkQuery } from "../src/model/index.ts";
import { type Instantiated, instantiate, instantiateQuery } from "../src/network/index.ts";
import { type BoundValue, verify } from "../src/search/index.ts";
import { Fragment, parseQuery } from "../src/syntax/index.ts";
import { readEither } from "./corpus-read.ts";

/**
 * The child process that answers queries for the corpus run, so that its parent can kill it: one task in, one answer out.
 * The last model stays instantiated, since the queries of a file come one after the other.
 */
export interface Task {
  readonly folder: string;
  readonly file: string;
  readonly query: string;
  /** Milliseconds of processor time, so that a busy machine changes no outcome. */
  readonly timeout: number;
  /** Bytes. */
  readonly memory: number;
}
export interface Answer {
  /** As in a verdict; `refused` when model or query is, `crash` for a fault of our own. */
  readonly outcome: string;
  readonly reason?: string;
  readonly values?: readonly BoundValue[];
  readonly milliseconds: number;
  readonly stored?: number;
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

let last: { readonly file: string; readonly made?: Instantiated; readonly reason?: string } | undefined;

function load(task: Task): NonNullable<typeof last> {
  if (last?.file === task.file) return last;
  last = { file: task.file, ...build(task) };
  return last;
}

function build({ folder, file }: Task): { made?: Instantiated; reason?: string } {
  const { source } = readEither(file, readFileSync(join(folder, file)));
  const model = check(source.tree);
  const found = [...source.diagnostics, ...model.diagnostics];
  const error = found.find((d) => d.severity === "error");
  if (error !== undefined) return { reason: error.message };
  const { made, diagnostics } = instantiate(model);
  return made === undefined
    ? { reason: diagnostics.find((d) => d.severity === "error")?.message ?? "no reason given" }
    : { made };
}

function answer(task: Task): Omit<Answer, "milliseconds"> {
  const { made, reason } = load(task);
  if (made === undefined) return { outcome: "refused", reason: `the model: ${reason}` };
  const text = task.query.trim();
  const { query: tree, diagnostics } = parseQuery(Fragment.of(text));
  if (tree === undefined || hasErrors(diagnostics))
    return { outcome: "refused", reason: diagnostics[0]?.message ?? "an empty query" };
  const checked = checkQuery(made.model, tree);
  const wrong = checked.diagnostics.find((d) => d.severity === "error");
  if (wrong !== undefined) return { outcome: "refused", reason: wrong.message };
  const ready = instantiateQuery(made, checked, text);
  if (ready.query === undefined)
    return { outcome: "refused", reason: ready.diagnostics[0]?.message ?? "no reason given" };
  const {
    outcome,
    reason: why,
    values,
    statistics,
  } = verify(made.network, ready.query, { timeout: task.timeout, now: processorTime, memory: task.memory });
  return {
    outcome,
    stored: statistics.stored,
    ...(why === undefined ? {} : { reason: why }),
    ...(values === undefined ? {} : { values }),
  };
}

process.on("message", (task: Task) => {
  const start = processorTime();
  let result: Omit<Answer, "milliseconds">;
  try {
    result = answer(task);
  } catch (error) {
    result = { outcome: "crash", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.({ ...result, milliseconds: processorTime() - start });
});
