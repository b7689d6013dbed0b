import {
  constantsText,
  type Frontier,
  type JUnitCase,
  type RunRecord,
  runOutcomeWords,
  runStanding,
  runsToCsv,
  runsToHtml,
  toJUnit,
} from "../../src/index.ts";
import { Failure } from "./exit.ts";
import { writeBytes } from "./files.ts";
import type { Io } from "./io.ts";

/** The files that are made of a study beside its journal. One that cannot be written does not keep the others from it, and is told. */
export interface StudyFiles {
  readonly csv?: string;
  readonly junit?: string;
  readonly html?: string;
}

/** Whether all were written. */
export function writeStudyFiles(
  name: string,
  records: readonly RunRecord[],
  frontiers: readonly Frontier[],
  { csv, junit, html }: StudyFiles,
  io: Io,
): boolean {
  const write = (path: string | undefined, text: () => string): boolean => {
    try {
      if (path !== undefined) writeBytes(path, text(), io);
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      io.err(`error: ${error.message}\n`);
      return false;
    }
  };
  return [
    write(csv, () => runsToCsv(records)),
    write(junit, () => toJUnit(name, records.map(caseOf))),
    write(html, () => runsToHtml(name, records, frontiers)),
  ].every((isWritten) => isWritten);
}

const junitOutcomes = { expected: "passed", otherwise: "failed", inconclusive: "skipped", wrong: "error" } as const;

function caseOf(record: RunRecord): JUnitCase {
  const { model, constants, query, repetition, seconds, outcome: found, reason } = record;
  const outcome = junitOutcomes[runStanding(record)];
  const parts = [model, constantsText(constants), query, repetition > 1 ? `repetition ${repetition}` : ""];
  const name = parts.filter((part) => part !== "").join(": ");
  if (outcome === "passed") return { name, seconds, outcome };
  return { name, seconds, outcome, message: `${runOutcomeWords(found)}${reason === undefined ? "" : `: ${reason}`}` };
}
