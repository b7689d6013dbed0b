import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Answered, Ask } from "../lsp/asking.ts";
import type { Io } from "./io/io.ts";
import { Failure } from "./process/exit.ts";
import { whole } from "./process/numbers.ts";
import type { Verb } from "./process/run.ts";

/**
 * `zonal lsp`: a language server for editors, on standard input and output or on a port of this machine. A query that the
 * editor asks is put to a process of its own, so that the editor is answered meanwhile.
 */
interface Options {
  readonly port?: number;
  readonly timeout: number;
}

export const lsp: Verb = {
  limits: "none",
  define(command, io, finish) {
    command
      .description("Serve editors by the Language Server Protocol: faults while you type, names, completion, renaming.")
      .option("--stdio", "talk on standard input and output, as without --port")
      .option("--port <n>", "wait for one editor on this port of localhost; 0: on any that is free", whole)
      .option("--timeout <s>", "seconds for a query that is asked in the editor", whole, 60)
      .addHelpText(
        "after",
        "\nExamples:\n  zonal lsp\n  zonal lsp --port 7000\n\nSee docs/guide/editors.md for your editor.\n",
      )
      .action(async (options: Options) => finish(await run(options, io)));
  },
};

/** The runs that were found lie in a folder, for as long as the editor may open them. */
async function run(options: Options, io: Io): Promise<number> {
  let folder: string | undefined;
  let count = 0;
  const running = new Set<ChildProcess>();
  const ask = (model: string, query: string): Promise<Answered> => {
    folder ??= mkdtempSync(join(tmpdir(), "zonal-lsp-"));
    return verify(model, query, options.timeout, join(folder, `trace-${++count}.txt`), running);
  };
  try {
    return await talk(options, io, ask);
  } finally {
    // Nobody is left to hear their answers.
    for (const child of running) child.kill();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function talk({ port }: Options, io: Io, ask: Ask): Promise<number> {
  const { serve } = await import("../lsp/serve.ts");
  if (port === undefined) {
    const code = await serve(process.stdin, process.stdout, ask);
    // An editor that has said goodbye may keep the stream open, and Node would go on listening.
    process.stdin.destroy();
    return code;
  }
  if (port > 65_535) throw new Failure("--port can be at most 65535");
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      server.close();
      serve(socket, socket, ask).then((code) => resolve((socket.destroy(), code)), reject);
    });
    server.on("error", ({ code, message }: NodeJS.ErrnoException) =>
      reject(new Failure(code === "EADDRINUSE" ? `port ${port} is taken` : message)),
    );
    server.listen(port, "127.0.0.1", () => io.err(`waiting on port ${(server.address() as AddressInfo).port}\n`));
  });
}

/** One query, by `zonal verify` in a process of its own. */
function verify(
  model: string,
  query: string,
  timeout: number,
  trace: string,
  running: Set<ChildProcess>,
): Promise<Answered> {
  return new Promise((resolve) => {
    const wishes = ["--json", "--timeout", String(timeout), "--trace", "some", "--trace-file", trace];
    const started = [process.argv[1]!, "verify", "-", "-e", query, ...wishes];
    const child = spawn(process.execPath, started, { stdio: ["pipe", "pipe", "ignore"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    running.add(child);
    child.on("error", (error) => resolve({ text: error.message }));
    child.on("close", () => {
      running.delete(child);
      const shown = existsSync(trace) ? { trace: pathToFileURL(trace).href } : {};
      resolve({ text: answerIn(said), ...shown });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(model);
  });
}

/** The parts of an answer that fit into a line (docs/schema/verify.json). */
interface Said {
  readonly outcome: string;
  readonly reason?: string;
  readonly diagnostics?: readonly { readonly message: string }[];
  readonly values?: readonly { readonly text: string; readonly intervals: readonly Interval[] }[];
  readonly estimate?: {
    readonly kind: string;
    readonly interval?: readonly [number, number];
    readonly values?: { readonly mean?: number; readonly halfWidth?: number };
  };
}
interface Interval {
  readonly low?: number;
  readonly lowStrict?: boolean;
  readonly high?: number;
  readonly highStrict?: boolean;
}

function answerIn(json: string): string {
  try {
    const said: Said = JSON.parse(json).queries[0];
    const more = said.reason ?? said.diagnostics?.[0]?.message ?? valuesIn(said) ?? estimateIn(said);
    return more === undefined ? said.outcome : `${said.outcome}: ${more}`;
  } catch {
    return "no answer";
  }
}

function valuesIn({ values = [] }: Said): string | undefined {
  const texts = values.map(({ text, intervals }) => {
    const { low, lowStrict, high, highStrict } = intervals[0] ?? {};
    if (high !== undefined) return `${text} ${highStrict ? "<" : "<="} ${high}`;
    return low === undefined ? `${text} unbounded` : `${text} ${lowStrict ? ">" : ">="} ${low}`;
  });
  return texts.length === 0 ? undefined : texts.join(", ");
}

function estimateIn({ estimate }: Said): string | undefined {
  const short = (n: number): string => String(Number(n.toPrecision(4)));
  if (estimate?.kind === "probability" && estimate.interval !== undefined)
    return `Pr in [${estimate.interval.map(short).join(", ")}]`;
  const { mean, halfWidth } = estimate?.values ?? {};
  if (estimate?.kind !== "expectation" || mean === undefined) return undefined;
  return halfWidth === undefined ? `E = ${short(mean)}` : `E = ${short(mean)} ± ${short(halfWidth)}`;
}
