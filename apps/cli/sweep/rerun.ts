import { type RunRecord, readRecords, runOutcomeWords, version } from "../../../src/index.ts";
import { readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { exit, exitText, Failure } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import { list, numberList } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { type Found, rerunDocument, rerunRecords, type VerifyDocument } from "./rerun-ask.ts";

/**
 * `zonal rerun RESULT`: asks again what a document of `verify --json` or a journal of `sweep` has answers to, with the
 * same model (by its hash), options and seed, and says whether the same came out. Figures that differ are told, but
 * only answers count.
 */
interface Options {
  readonly only?: readonly number[];
  readonly model?: readonly string[];
  readonly json?: true;
  readonly quiet?: true;
}

export const rerun: Verb = {
  define(command, io, finish) {
    command
      .description("Ask again what a result has answers to, and say whether the same comes out.")
      .argument("<result>", "a document of 'zonal verify --json', or a journal of 'zonal sweep'; '-' is standard input")
      .option("--only <n>", "only the answer with this number, or on this line; several as 1,3 or 2-5", numberList)
      .option("--model <file>", "where a model is now; known by its hash, may be given several times", list)
      .option("--json", "print one JSON document (docs/schema/rerun.json)")
      .option("-q, --quiet", "print only what is not the same")
      .addHelpText(
        "after",
        `
The same model is asked with the same options and seed. Exit code 0: the same came out; 1: something else; 3: nothing, within the limits.

Examples:
  zonal verify model.xml --json > result.json; zonal rerun result.json
  zonal rerun model.runs.jsonl --only 17
${exitText(["ok", "otherwise", "wrong", "inconclusive", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (path: string, options: Options) => finish(await repeat(path, options, io)));
  },
};

async function repeat(path: string, options: Options, io: Io): Promise<number> {
  const result = readResult(new TextDecoder().decode(readBytes(path, io)), path);
  const then = versionsOf(result, options.only);
  const others = then.filter((one) => one !== version).join(", ");
  if (others !== "" && !options.json) io.err(`warning: found by version ${others}, asked again by ${version}\n`);
  const place = (file: string, hash: string): string => placeOf([file, ...(options.model ?? [])], hash, io);
  const found =
    result.kind === "document"
      ? await rerunDocument(result.document, place, options.only, io)
      : await rerunRecords(result.records, place, options.only, io);
  if (found.length === 0 && io.signal() === undefined) throw new Failure(`${path} has no answers to ask for again`);
  const code = codeOf(found, io);
  if (options.json)
    io.out(jsonDocument("rerun", { exitCode: code, result: path, foundBy: then.join(", "), answers: found }));
  else tell(found, options, io);
  return code;
}

type Result =
  | { readonly kind: "document"; readonly document: VerifyDocument }
  | { readonly kind: "records"; readonly records: readonly RunRecord[] };

function readResult(text: string, path: string): Result {
  const document = parsed(text) as Partial<VerifyDocument> | undefined;
  if (document?.command === "verify" && typeof document.tool?.version === "string" && Array.isArray(document.queries)) {
    if (typeof document.model?.sha256 !== "string" || typeof document.options !== "object" || document.options === null)
      throw new Failure(`${path} does not say how its answers came about: it was written by an older version`);
    return { kind: "document", document: document as VerifyDocument };
  }
  const read = readRecords(text);
  if (!("refused" in read) && read.records.length > 0) return { kind: "records", records: read.records };
  throw new Failure(`${path} is no result that can be asked for again`, {
    hint: "it is a document of 'zonal verify --json' or a journal of 'zonal sweep'",
  });
}

/** Who found what is asked again: a journal goes on from version to version. */
function versionsOf(result: Result, only: readonly number[] | undefined): readonly string[] {
  if (result.kind === "document") return [result.document.tool.version];
  const asked = result.records.filter((_, i) => only === undefined || only.includes(i + 1));
  return [...new Set(asked.map((record) => record.version))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first file that is the model of that hash. */
function placeOf(files: readonly string[], hash: string, io: Io): string {
  const [first = ""] = files;
  let why = `${first} was changed since`;
  for (const file of files) {
    try {
      if (file !== "<stdin>" && sha256(readBytes(file, io)) === hash) return file;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (file === first) why = error.message;
    }
  }
  throw new Failure(first === "<stdin>" ? "the model came from standard input" : why, {
    hint: `name the file of the model with the hash ${hash.slice(0, 12)}... by --model`,
  });
}

function tell(found: readonly Found[], { quiet }: Options, io: Io): void {
  for (const { number, text, is, then, now, figures } of found) {
    if (is === "same" && quiet) continue;
    const words = { same: "the same", other: "NOT the same", open: "not found again" }[is];
    const was = runOutcomeWords(then.outcome);
    const detail = then.outcome === now.outcome ? was : `${was} then, ${runOutcomeWords(now.outcome)} now`;
    const reason = now.reason === undefined || is === "same" ? "" : `: ${now.reason}`;
    io.out(`${number}. ${text}: ${words} (${detail}${reason})${figures === undefined ? "" : `; ${figures}`}\n`);
  }
  const same = found.filter(({ is }) => is === "same").length;
  io.out(`${same} of ${found.length} the same\n`);
}

function codeOf(found: readonly Found[], io: Io): number {
  const signal = io.signal();
  if (signal !== undefined) return signal === "SIGINT" ? exit.interrupted : exit.terminated;
  if (found.some(({ is }) => is === "other")) return exit.otherwise;
  return found.some(({ is }) => is === "open") ? exit.inconclusive : exit.ok;
}
