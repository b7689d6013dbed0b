import {
  constantsText,
  type Frontier,
  type JUnitCase,
  type Run,
  type RunRecord,
  runOutcomeWords,
  runStanding,
  runsToCsv,
  runsToHtml,
  toJUnit,
} from "../../../src/index.ts";
import { same, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";

/**
 * The files that are made of a study beside its journal. One that cannot be written does not keep the others from it,
 * and is told.
 */
export interface StudyFiles {
  readonly csv?: string;
  readonly junit?: string;
  readonly html?: string;
}

/** Throws if what is written would destroy something: what is read, the journal, or what else is written. */
export function checkTargets(journal: string, { csv, junit, html }: StudyFiles, inputs: readonly string[]): void {
  if (journal === "-") throw new Failure("a journal is a file, not standard output");
  const named = { "--journal": journal, "--csv": csv, "--junit": junit, "--html": html };
  const targets = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [i, [option, target]] of targets.entries()) {
    const isRead = target !== "-" && inputs.some((input) => input !== "-" && same(input, target));
    if (isRead) throw new Failure(`${option} ${target} would overwrite what is read`);
    const other = targets.slice(0, i).find(([, before]) => same(before, target));
    if (other !== undefined) throw new Failure(`${other[0]} and ${option} are the same file, ${target}`);
  }
}

/** Whether all were written. */
export function writeStudyFiles(
  name: string,
  records: readonly RunRecord[],
  frontiers: readonly Frontier[],
  planned: readonly Run[],
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
    write(html, () => runsToHtml(name, records, frontiers, planned)),
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
