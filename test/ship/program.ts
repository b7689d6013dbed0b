import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** The installed program as a process, in a folder of its own with the packed examples, and what it leaves there. */
export const project = inject("project");
export const nodes = inject("nodes");
export const installed = join(project, "node_modules/zonal");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

interface Start {
  readonly cwd: string;
  readonly node?: string;
  /** What goes before the program: options of Node. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

export function start(argv: readonly string[], { cwd, node, before = [], env = {} }: Start): ChildProcess {
  const [name, ...rest] = argv;
  const program = join(project, "node_modules/.bin", name!);
  return spawn(node ?? nodes[0]!, [...before, program, ...rest], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
  });
}

export function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  // A program that ends before it has read all is no fault of the writer.
  child.stdin?.on("error", () => undefined);
  return new Promise((finish) => child.on("close", (code, signal) => finish({ code, signal, out, err })));
}

export function run(argv: readonly string[], options: Start): Promise<Ended> {
  const child = start(argv, options);
  const end = ended(child);
  child.stdin?.end(options.stdin ?? "");
  return end;
}

/** A new folder with the packed examples, a model to be changed in place, and one with its queries beside it. */
export function workplace(): string {
  const cwd = mkdtempSync(join(project, "work-"));
  cpSync(join(installed, "examples"), join(cwd, "examples"), { recursive: true });
  cpSync(join(installed, "examples/handshake.xml"), join(cwd, "model.xml"));
  writeFileSync(join(cwd, "beside.xta"), "process P() { state A, B; init A; trans A -> B { }; } system P;\n");
  writeFileSync(join(cwd, "beside.q"), "A[] P.A\n");
  return cwd;
}

export function leave(cwd: string): void {
  rmSync(cwd, { recursive: true, force: true });
}

/** The files of a folder by name; the times in reports are left out. */
export function filesOf(cwd: string): Map<string, string> {
  const paths = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const textOf = (path: string): string =>
    readFileSync(path, "latin1").replace(/ time="[^"]*"|"seconds":[\d.]+|"at":"[^"]*"/g, "");
  return new Map(paths.map((path) => [path.slice(cwd.length + 1), textOf(path)]));
}

/** The codes that docs/commands.md promises, without the one for faults of the program itself. */
const documented: readonly (number | null)[] = [0, 1, 2, 3, 130, 143];

/** What is wrong with how a process ended, whatever was done to it; undefined if nothing is. */
export function complaint({ code, signal, out, err }: Ended): string | undefined {
  if (signal !== null) return `ended by ${signal}`;
  if (!documented.includes(code)) return `exit code ${code}: ${err.slice(0, 300)}`;
  const text = out + err;
  const trace = /\n\s+at .*[:(]\d|node:internal|UnhandledPromise|internal error|Fatal|#\s+Fatal/.exec(text);
  return trace === null
    ? undefined
    : `a stack trace or an internal error: ${text.slice(trace.index, trace.index + 300)}`;
}
