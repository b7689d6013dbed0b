/**
 * Compares `verifyta` with what UPPAAL's printed, line by line: `node dist/bench/verifyta.js DIR [--tracer PATH]`. In DIR,
 * `NAME-output-VERSION.txt` is the text for `NAME.xml` with `-t1 -f`, `NAME_xtr-N` are the traces of UPPAAL 5 and
 * `NAME-N.xtr` those of 4.1. Seeds aside, all lines must be the same. The texts may end with a trace in the words of UPPAAL's
 * tracer: its states must be those of one of our traces; its transitions only where no branch point is in the way, since
 * there UPPAAL's tracer counts edges otherwise than the traces do.
 *
 * With `--tracer PATH` that program, which people may have built from UPPAAL's sources, reads what we write for every
 * example, in both dialects, and must print our own reading of the same files. DIR may then be left out. The exit code is
 * 1 when a line differs.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Model, readIf, readXtr, tracerText } from "../test/output/if-reader.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = parseArgs({ options: { tracer: { type: "string" } }, allowPositionals: true });
const folder = mkdtempSync(join(tmpdir(), "zonal-verifyta-"));
const counts = { lines: 0, differ: 0 };
/** Traces that have been compared beside their text. */
const done = new Set<string>();

/** Stderr before stdout, as clients put them together. */
function verifyta(argv: readonly string[], env: Readonly<Record<string, string>>): string {
  const program = join(root, "dist", "bin", "verifyta.js");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`verifyta ${argv.join(" ")} ended with ${status}: ${stderr}`);
  return stderr + stdout;
}

function compare(where: string, ours: readonly string[], theirs: readonly string[]): void {
  const seedless = (line: string | undefined) => line?.replace(/^( {2}Seed is )\d+$/, "$1N").trimEnd();
  for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
    counts.lines++;
    if (seedless(ours[i]) === seedless(theirs[i])) continue;
    counts.differ++;
    console.log(
      `${where}, line ${i + 1}\n    UPPAAL ${JSON.stringify(theirs[i])}\n    zonal  ${JSON.stringify(ours[i])}`,
    );
  }
}

const linesOf = (text: string): string[] => text.replace(/\n+$/, "").split("\n");
const compiled = (model: string, dialect: string): Model =>
  readIf(verifyta([model], { UPPAAL_COMPILE_ONLY: "1", VERIFYTA_DIALECT: dialect }));

/** One text of UPPAAL, and the traces of its version beside it. */
function compareRecord(from: string, file: string): void {
  const [, name, version] = /^(.*)-output-([\d.]+)\.txt$/.exec(file) ?? [];
  copyFileSync(join(from, `${name}.xml`), join(folder, `${name}.xml`));
  const later = version!.startsWith("5");
  const prefix = later ? `${name}_xtr` : name!;
  const ours = linesOf(verifyta([`${name}.xml`, "-f", prefix, "-t", "1"], { VERIFYTA_DIALECT: version! }));
  const theirs = linesOf(readFileSync(join(from, file), "utf8"));
  // Clients print lines of their own before and after.
  const start = theirs.indexOf(ours[0]!);
  const end = theirs.findIndex((line, i) => i > start && /^(umodel|=====)/.test(line));
  compare(file, ours, linesOf(theirs.slice(Math.max(start, 0), end < 0 ? undefined : end).join("\n")));
  compareTraces(from, (rest) => (later ? rest.startsWith("_xtr-") : /^-\d+\.xtr$/.test(rest)), name!);
  compareStates(
    file,
    theirs,
    `${name}.xml`,
    version!,
    readdirSync(folder).filter((f) => f.startsWith(`${prefix}-`) && /-\d+(\.xtr)?$/.test(f)),
  );
}

function compareTraces(from: string, isTrace: (rest: string) => boolean, name: string): void {
  for (const file of readdirSync(from).filter((f) => f.startsWith(name) && isTrace(f.slice(name.length)))) {
    if (done.has(file)) continue;
    done.add(file);
    const ours = existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
    compare(file, linesOf(ours), linesOf(readFileSync(join(from, file), "utf8")));
  }
}

/** The trace in the words of the tracer that a text may have. */
function compareStates(
  where: string,
  lines: readonly string[],
  name: string,
  version: string,
  files: readonly string[],
): void {
  const shown = lines.filter((line) => /^(State|Transition): /.test(line));
  if (shown.length === 0) return;
  const model = compiled(name, version);
  const branching = model.processes.some((p) => p.edges.some((e) => !p.locations.includes(e.target)));
  const wanted = shown.filter((line) => !branching || line.startsWith("State"));
  const ours = files.map((file) =>
    linesOf(tracerText(model, readXtr(readFileSync(join(folder, file), "utf8"), model))).filter((line) =>
      branching ? line.startsWith("State") : line !== "",
    ),
  );
  const last = wanted.at(-1)?.trimEnd();
  compare(`${where}, as traced`, ours.find((trace) => trace.at(-1)?.trimEnd() === last) ?? [], wanted);
}

/** What UPPAAL's tracer makes of our files. */
function compareTracer(program: string, path: string, dialect: string): void {
  const prefix = `${basename(path, ".xml")}-${dialect}`;
  const code = verifyta([path], { UPPAAL_COMPILE_ONLY: "1", VERIFYTA_DIALECT: dialect });
  writeFileSync(join(folder, `${prefix}.if`), code);
  verifyta([path, "-t1", "-f", prefix], { VERIFYTA_DIALECT: dialect });
  const traces = readdirSync(folder).filter((f) => f.startsWith(`${prefix}-`));
  for (const file of traces) {
    const model = readIf(code);
    const ours = tracerText(model, readXtr(readFileSync(join(folder, file), "utf8"), model));
    const { stdout, stderr } = spawnSync(program, [`${prefix}.if`, file], { cwd: folder, encoding: "utf8" });
    compare(`${path}: ${file}`, linesOf(ours), linesOf(stdout + stderr));
  }
}

function compareRecords(from: string): void {
  for (const file of readdirSync(from).filter((f) => /-output-[\d.]+\.txt$/.test(f))) compareRecord(from, file);
  // Traces of UPPAAL 5 whose text is not there.
  for (const name of readdirSync(from).flatMap((f) => /^(.*)\.xml$/.exec(f)?.[1] ?? [])) {
    copyFileSync(join(from, `${name}.xml`), join(folder, `${name}.xml`));
    verifyta([`${name}.xml`, "-f", `${name}_xtr`, "-t1"], {});
    compareTraces(from, (rest) => rest.startsWith("_xtr-"), name);
  }
}

function compareExamples(program: string): void {
  for (const file of readdirSync(join(root, "examples")).filter((f) => f.endsWith(".xml")))
    for (const dialect of ["5.0", "4.1"]) compareTracer(program, join(root, "examples", file), dialect);
}

try {
  for (const from of positionals) compareRecords(from);
  if (values.tracer !== undefined) compareExamples(values.tracer);
  console.log(
    counts.lines === 0
      ? "nothing to compare: give a folder of records, or --tracer PATH"
      : `${counts.lines - counts.differ} of ${counts.lines} lines are the same`,
  );
  process.exitCode = counts.differ === 0 && counts.lines > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
