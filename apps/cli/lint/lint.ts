import { InvalidArgumentError, Option } from "commander";
import {
  encode,
  isAtLeast,
  type Linted,
  type LintFinding,
  type LintOptions,
  lintIds,
  lint as lintModel,
  lintRules,
  mend,
  type Severity,
  toSarif,
  type UppaalSource,
  version,
} from "../../../src/index.ts";
import { isFile, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { type DialectOptions, dialectOption, oldOption } from "../model/dialect.ts";
import { loadSource } from "../model/load.ts";
import { placeOfSource } from "../model/report.ts";
import { exit, Failure } from "../process/exit.ts";
import { GRACE, untilOf } from "../process/limits.ts";
import { commaList } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { Exceeded } from "../process/watch.ts";
import { settingsFor } from "./config.ts";
import { readQueryText } from "./queries.ts";
import { jsonFindings, printFindings, sarifFindings, type Told } from "./report.ts";

/** `zonal lint FILE...`: does the model make sense? */
interface Options extends DialectOptions {
  readonly json?: true;
  readonly format: "text" | "sarif";
  readonly rule?: readonly string[];
  readonly list?: true;
  readonly level?: Severity;
  readonly config?: string;
  readonly fix?: true;
  readonly prove?: number;
  readonly quiet?: true;
}

export const lint: Verb = {
  define(command, io, finish) {
    command
      .description(
        "Lint models: what is unused, never reached, never taken, or says something else than it looks like.",
      )
      .argument("[file...]", "models in XML or XTA, each with its queries (.q) behind it; '-' is standard input")
      .option("--list", "list the rules and do nothing else")
      .option("--rule <ids>", "ask these rules only", commaList)
      .addOption(
        new Option("--level <severity>", "what is told and counts: this and above (default: warning)").choices([
          "note",
          "warning",
          "error",
        ]),
      )
      .option("--prove <seconds>", "time for proofs about each model; 0 makes none (default: 2)", seconds)
      .option("--fix", "mend what can be mended without changing a verdict, and write the files")
      .option("--config <file>", "settings; otherwise zonal-lint.json beside the model, if there is one")
      .addOption(new Option("--format <format>", "how to print").choices(["text", "sarif"]).default("text"))
      .option("--json", "print one JSON document (docs/schema/lint.json)")
      .option("-q, --quiet", "print no notes on what could not be settled")
      .addOption(dialectOption)
      .addOption(oldOption)
      .addHelpText("after", help)
      .action((files: string[], options: Options) => finish(run(files, options, io)));
  },
};

const help = `
Without a .q file behind a model, NAME.q beside it is read, if there is one.
'zonal explain RULE' tells about a rule. In a comment 'zonal-disable-next-line RULE' silences it.

Example:
  zonal lint --level note examples/lamp.xml

Exit codes:
  0    nothing found at or above the level
  1    something found
  2    wrong usage, unreadable file or error in the model
  3    inconclusive: a limit was reached
  4    a fault of zonal itself
`;

function seconds(text: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isFinite(n) || n < 0)
    throw new InvalidArgumentError("it must be a number of seconds, 0 or more.");
  return n;
}

function run(files: readonly string[], options: Options, io: Io): number {
  if (options.list) return list(options, io);
  if (files.length === 0) throw new Failure("a model is wanted", { hint: "'zonal lint --list' lists the rules" });
  const unknown = options.rule?.find((id) => !lintIds.includes(id));
  if (unknown !== undefined)
    throw new Failure(`there is no rule '${unknown}'`, { hint: "'zonal lint --list' lists them" });
  const told = pairs(files).map(({ model, queries }) => lintFile(model, queries, options, io));
  if (options.json) io.out(jsonDocument("lint", { files: told.map(jsonFindings) }));
  else if (options.format === "sarif")
    io.out(toSarif(told.flatMap(sarifFindings), { name: "zonal", version }, titleOf));
  if (told.some(({ linted }) => linted.errors.length > 0)) return exit.wrong;
  return told.some(({ findings }) => findings.length > 0) ? exit.otherwise : exit.ok;
}

function titleOf(id: string): string | undefined {
  return lintRules.find((rule) => rule.id === id)?.title;
}

function list({ json }: Options, io: Io): number {
  const rules = lintRules.map(({ id, severity, kind, title }) => ({ id, severity, kind, title }));
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, severity, title }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`);
  io.out(json ? jsonDocument("lint", { rules }) : lines.join(""));
  return exit.ok;
}

/** Each model with the file of queries behind it, or the one beside it. */
function pairs(files: readonly string[]): readonly { readonly model: string; readonly queries?: string }[] {
  const found: { model: string; queries?: string }[] = [];
  for (const file of files) {
    const last = found.at(-1);
    if (!/\.(q|ctl)$/.test(file)) found.push({ model: file });
    else if (last === undefined || last.queries !== undefined) throw new Failure(`${file} stands behind no model`);
    else last.queries = file;
  }
  return found.map(({ model, queries }) => {
    const beside = queries ?? model.replace(/\.\w+$/, ".q");
    return model !== "-" && beside !== model && (queries !== undefined || isFile(beside))
      ? { model, queries: beside }
      : { model };
  });
}

function lintFile(path: string, queries: string | undefined, options: Options, io: Io): Told {
  const source = loadSource(path, options, io);
  if (source.format === "tck") throw new Failure(`${path}: models in TChecker's format are not linted`);
  const config = settingsFor(path, options, io);
  const asked = queries === undefined ? undefined : readQueryText(queries, io);
  const prove = options.prove ?? config.prove ?? USUAL;
  const wishes: LintOptions = {
    config,
    depth: prove > 0 ? "proved" : "network",
    limits: {
      ...(prove > 0 ? { timeout: prove * 1000, now: io.now } : {}),
      isCancelled: () => io.signal() !== undefined,
    },
    ...(options.rule === undefined ? {} : { only: options.rule }),
    ...(asked === undefined ? {} : { queries: asked.text }),
  };
  const mended = options.fix ? fixed(path, source, wishes, io) : { source, count: 0 };
  io.watch.stage("linting the model");
  const linted = inTime(mended.source, wishes, prove, io);
  const level = options.level ?? config.level ?? "warning";
  const findings = linted.findings.filter(({ severity }: LintFinding) => isAtLeast(severity, level));
  const place = placeOfSource(mended.source);
  const told = {
    source: mended.source,
    linted,
    findings,
    place,
    fixed: mended.count,
    ...(asked === undefined ? {} : { asked: asked.place }),
  };
  if (!options.json && options.format === "text") printFindings(told, options, io);
  return told;
}

/**
 * Lints within the time for proofs: what takes longer, were it to make the network, is ended, and then the rules that look at
 * the text alone are asked.
 */
function inTime(source: UppaalSource, wishes: LintOptions, prove: number, io: Io): Linted {
  const limit = prove > 0 ? prove : USUAL;
  try {
    return io.watch.within(() => lintModel(source, wishes), untilOf(limit, io.now(), GRACE));
  } catch (error) {
    if (!(error instanceof Exceeded)) throw error;
    const linted = lintModel(source, { ...wishes, depth: "tree" });
    return { ...linted, notes: [`only the text was looked at, as the network took longer than ${limit} s`] };
  }
}

/** Seconds for proofs where nothing is said. */
const USUAL = 2;

function fixed(
  path: string,
  source: UppaalSource,
  wishes: LintOptions,
  io: Io,
): { readonly source: UppaalSource; readonly count: number } {
  if (path === "-") throw new Failure("standard input cannot be mended in place");
  const { mended, source: after } = mend(source, wishes);
  if (mended.length > 0) writeBytes(path, encode(after.text, source.encoding, source.bom), io);
  return { source: after, count: mended.length };
}
