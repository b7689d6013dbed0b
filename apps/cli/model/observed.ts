import { hasErrors, type Instantiated, type NetworkQuery } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { exit, Failure } from "../process/exit.ts";
import { type Loaded, refused } from "./load.ts";
import { type Asked, questions, WrongQueries } from "./questions.ts";

/**
 * The queries whose answers a transformation must keep: from a file, the command line, or the model. Where there is none,
 * or one that symbolic verification does not answer, everything a query could look at must stay.
 */
interface Observed {
  readonly queries: readonly NetworkQuery[];
  readonly keepAll: boolean;
  readonly notes: readonly string[];
}

export function observed(loaded: Loaded, made: Instantiated, asked: Asked, io: Io): Observed {
  try {
    const all = questions(loaded, made, made.network, asked, io);
    const wrong = all.find((q) => q.query === undefined && !q.embedded);
    if (wrong !== undefined && hasErrors(wrong.diagnostics)) {
      refused(wrong.diagnostics, wrong.place, io);
      throw new Failure(`query ${wrong.number} is wrong`, { code: exit.wrong });
    }
    const unknown = all.filter((q) => q.query === undefined);
    const notes = unknown.map(
      (q) => `query ${q.number} is not understood here (${q.diagnostics[0]?.message ?? q.text}): everything is kept`,
    );
    if (all.length === 0) notes.push("there is no query: everything is kept, since anything may still be asked");
    return { queries: all.flatMap((q) => q.query ?? []), keepAll: all.length === 0 || unknown.length > 0, notes };
  } catch (error) {
    if (!(error instanceof WrongQueries)) throw error;
    refused(error.diagnostics, error.place, io);
    throw new Failure("the query file is wrong");
  }
}
