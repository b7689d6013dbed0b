import { isFile, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic, jsonDocument } from "../io/json.ts";
import { loadNetwork, type Ready, refused } from "../model/load.ts";
import { type Question, questions, WrongQueries, wantSymbolic } from "../model/questions.ts";
import { exit, Failure } from "../process/exit.ts";
import { untilOf } from "../process/limits.ts";
import type { Options } from "./options.ts";
import { circumstances, modelJson } from "./record.ts";
import { resultFiles } from "./resultfiles.ts";
import { finding } from "./results.ts";

/** The model of `zonal verify` and the questions put to it. What is wrong with either is told in the form that was asked for. */

/** The model and its questions; an exit code in their place where either is wrong, which is told. */
export function load(path: string, file: string | undefined, options: Options, io: Io) {
  const made = io.watch.within(
    () => {
      const loaded = loadNetwork(path, options, io);
      const beside = file ?? queriesBeside(path, loaded, options);
      return { loaded, asked: prepare(loaded, beside, options, io) };
    },
    untilOf(options.timeout, io.watch.since),
  );
  if (typeof made.asked !== "number" && made.asked.length === 0)
    throw new Failure("there is no query to answer", { hint: 'give a file of queries, or -e "E<> ..."' });
  return made;
}

/** `model.q` next to `model.xta`, as UPPAAL opens them together; only where the model holds no queries itself. */
function queriesBeside(path: string, { source }: Ready, options: Options): string | undefined {
  if (path === "-" || options.formula !== undefined || source.format === "tck" || source.tree.queries.length > 0)
    return undefined;
  const beside = path.replace(/\.\w+$/, ".q");
  return beside !== path && isFile(beside) ? beside : undefined;
}

/** The questions; an exit code if the model or the query file is wrong. */
function prepare(ready: Ready, file: string | undefined, options: Options, io: Io): readonly Question[] | number {
  const { place, network, made } = ready;
  const wrong = (diagnostics: Ready["diagnostics"], at = place): number => {
    if (options.json)
      io.out(
        jsonDocument("verify", {
          model: modelJson(ready),
          ...circumstances(options),
          exitCode: exit.wrong,
          diagnostics: diagnostics.map((d) => jsonDiagnostic(d, at)),
          queries: [],
        }),
      );
    else refused(diagnostics, at, io);
    const files = { sarif: options.sarif, model: at.name, findings: diagnostics.map((d) => finding(d, at)) };
    for (const { path, text } of resultFiles(files, [])) writeBytes(path, text, io);
    return exit.wrong;
  };
  if (network === undefined && ready.refused === undefined) return wrong(ready.diagnostics);
  try {
    const only = { file, formulas: options.formula, labels: options.label, only: options.query };
    const asked = questions(ready, made, network, { ...only, statistics: true }, io);
    // Where no query could be answered by runs, and none is wrong itself, it is the model that is wrong.
    return network === undefined && wantSymbolic(asked) ? wrong(ready.diagnostics) : asked;
  } catch (error) {
    if (error instanceof WrongQueries) return wrong(error.diagnostics, error.place);
    throw error;
  }
}
