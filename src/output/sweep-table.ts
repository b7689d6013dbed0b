import { wants } from "../base/index.ts";
import type { Run, RunOutcome, RunRecord } from "../sweep/index.ts";
import { outcomeWords } from "./verdict.ts";

/**
 * The runs of a study as a table: a column for each constant, and one for whatever else differs; then the answer and what it
 * cost. All widths follow from the planned runs, so that rows can be printed as they come.
 */
export interface SweepColumns {
  /** Where there are several, the queries are numbered as they stand here. */
  readonly queries: readonly string[];
  readonly head: string;
  row(record: RunRecord): string;
}

export function runOutcomeWords(outcome: RunOutcome): string {
  return outcome === "error" ? "error" : outcomeWords[outcome];
}

interface Column {
  readonly title: string;
  readonly cell: (run: Run) => string;
}

export function sweepColumns(runs: readonly Run[]): SweepColumns {
  wants("sweepColumns", runs, "list");
  const queries = [...new Set(runs.map(({ query }) => query))];
  const columns = keyColumns(runs, queries).map((column) => ({
    ...column,
    width: runs.reduce((most, run) => Math.max(most, column.cell(run).length), column.title.length),
  }));
  const line = (keys: readonly string[], answer: string, states: string, seconds: string, more: string): string =>
    [
      ...keys.map((key, i) => key.padStart(columns[i]!.width)),
      answer.padEnd(13),
      states.padStart(11),
      seconds.padStart(9),
      more,
    ]
      .join("  ")
      .trimEnd();
  return {
    queries,
    head: line(
      columns.map(({ title }) => title),
      "answer",
      "states",
      "seconds",
      "",
    ),
    row: (record) =>
      line(
        columns.map(({ cell }) => cell(record)),
        runOutcomeWords(record.outcome),
        String(record.statistics.explored),
        record.seconds.toFixed(3),
        record.reason ?? record.found?.[0] ?? "",
      ),
  };
}

/** What tells runs apart. */
function keyColumns(runs: readonly Run[], queries: readonly string[]): readonly Column[] {
  const names = [...new Set(runs.flatMap(({ constants }) => Object.keys(constants)))];
  const models = new Set(runs.map(({ model }) => model));
  const column = (isThere: boolean, title: string, cell: Column["cell"]): Column[] =>
    isThere ? [{ title, cell }] : [];
  return [
    ...column(models.size > 1, "model", ({ model }) => model),
    ...names.map((name): Column => ({ title: name, cell: ({ constants }) => String(constants[name] ?? "") })),
    ...column(queries.length > 1, "query", ({ query }) => String(queries.indexOf(query) + 1)),
    ...column(
      runs.some(({ repetition }) => repetition > 1),
      "repetition",
      ({ repetition }) => String(repetition),
    ),
  ];
}
