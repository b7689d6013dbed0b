/** What the comparisons over models written by others have in common: their arguments, their models and their queries. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  check,
  checkQuery,
  decode,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type NetworkQuery,
  parseQuery,
  parseQueryFile,
  type Source,
  type UppaalSource,
  type Verdict,
} from "../../src/index.ts";
import { readEither } from "../corpus-read.ts";
import { readModels, symbolicKinds } from "../corpus-tables.ts";

interface Arguments {
  readonly folder: string;
  /** In milliseconds. */
  readonly timeout: number;
  /** Which files. */
  readonly only: RegExp;
}

/** The arguments `DIR [--timeout S] [--only PATTERN]`; undefined, and the usage told, if DIR is missing. */
export function argumentsOf(name: string, args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { timeout: { type: "string", default: "2" }, only: { type: "string", default: "" } },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(`usage: npm run bench -- ${name} DIR [--timeout S] [--only PATTERN]`);
    return undefined;
  }
  return { folder, timeout: 1000 * Number(values.timeout), only: new RegExp(values.only) };
}

export interface Made {
  readonly source: UppaalSource;
  readonly made: Instantiated;
}

export function make(source: Source): Made | undefined {
  if (source.format === "tck" || hasErrors(source.diagnostics)) return undefined;
  const model = check(source.tree);
  if (hasErrors(model.diagnostics)) return undefined;
  const { made } = instantiate(model);
  return made === undefined ? undefined : { source, made };
}

/** The models to verify that are without errors, each with the texts of its symbolic queries. */
export function* corpusModels({
  folder,
  only,
}: Arguments): Generator<Made & { readonly file: string; readonly texts: readonly string[] }> {
  for (const { file, queriesFile, mode } of readModels(folder)) {
    if (mode !== "check" || !only.test(file)) continue;
    const model = make(readEither(file, readFileSync(join(folder, file))).source);
    if (model === undefined) continue;
    const entries = [
      ...model.source.tree.queries,
      ...(queriesFile === "" ? [] : parseQueryFile(decode(readFileSync(join(folder, queriesFile))).text).entries),
    ];
    const asked = entries.flatMap((q) => (q.query && symbolicKinds.has(q.query.kind) ? [q.text.trim()] : []));
    yield { ...model, file, texts: [...new Set(asked)] };
  }
}

export function queryOf(made: Instantiated, text: string): NetworkQuery | undefined {
  const { query, diagnostics } = parseQuery(Fragment.of(text));
  if (query === undefined || hasErrors(diagnostics)) return undefined;
  const checked = checkQuery(made.model, query);
  return hasErrors(checked.diagnostics) ? undefined : instantiateQuery(made, checked, text).query;
}

/** How an answer became another one. */
export function difference(a: Verdict, b: Verdict): string | undefined {
  if (a.outcome !== b.outcome) return `${a.outcome} became ${b.outcome} ${b.reason ?? ""}`;
  const values = (v: Verdict): string => JSON.stringify(v.values?.map((x) => x.intervals) ?? []);
  return values(a) === values(b) ? undefined : `${values(a)} became ${values(b)}`;
}

/** How a complete search became longer. */
export function growth(a: Verdict, b: Verdict): string | undefined {
  const isComplete =
    /^\s*(E<>|A\[\])/.test(a.query) && a.outcome === (/^\s*E/.test(a.query) ? "violated" : "satisfied");
  return isComplete && b.statistics.stored > a.statistics.stored
    ? `${a.statistics.stored} states became ${b.statistics.stored}`
    : undefined;
}
