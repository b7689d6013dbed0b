import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { type RunRecord, version } from "../../src/index.ts";

/** A Redis with its append-only file, and processes of Zonal beside it, all of which end with the test. */
const root = fileURLToPath(new URL("../..", import.meta.url));
export const fischer = join(root, "examples/fischer.xml");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class Site {
  /** The list of jobs that go on. */
  readonly active = `zonal:zonal-${version}:active`;
  readonly folder = mkdtempSync(join(tmpdir(), "zonal-cluster-"));
  port = 0;
  private redis: ChildProcess | undefined;
  private readonly living = new Set<ChildProcess>();
  private readonly settings: readonly string[];

  constructor(...settings: readonly string[]) {
    this.settings = settings;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Starts Redis, or starts it again with what its file has. */
  async startRedis(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const words = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.folder, "--appendonly", "yes"];
    this.redis = this.start("redis-server", [...words, "--save", "", ...this.settings]);
    await answers(this.port);
  }

  async killRedis(): Promise<void> {
    const { redis } = this;
    const gone = new Promise((done) => redis?.once("close", done));
    redis?.kill("SIGKILL");
    await gone;
  }

  zonal(words: readonly string[], { bin = inject("commands"), env = {} } = {}): ChildProcess {
    return this.start(process.execPath, [`${bin}/zonal.js`, ...words], env);
  }

  worker(...words: readonly string[]): ChildProcess {
    return this.zonal(["worker", this.url, "--threads", "1", "--takeover", "1", ...words]);
  }

  sweep(words: readonly string[], journal: string): ChildProcess {
    return this.zonal(["sweep", ...words, "--cluster", this.url, "--journal", journal, "--no-progress"]);
  }

  records(journal: string): RunRecord[] {
    const lines = existsSync(journal) ? readFileSync(journal, "utf8").split("\n").slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as RunRecord);
  }

  end(): void {
    for (const child of this.living) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private start(program: string, words: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(program, words, {
      cwd: this.folder,
      // The commands are bundled into a folder that has no packages beside it.
      env: { ...process.env, NODE_PATH: join(root, "node_modules"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.living.add(child);
    child.once("close", () => this.living.delete(child));
    if (program === "redis-server") for (const stream of [child.stdout, child.stderr]) stream?.resume();
    return child;
  }
}

export function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: "", err: "" };
  child.stdout?.on("data", (chunk: Buffer) => (text.out += String(chunk)));
  child.stderr?.on("data", (chunk: Buffer) => (text.err += String(chunk)));
  return new Promise((done) => child.once("close", (code) => done({ code, ...text })));
}

/** When a stream has said something that matches. */
export function says(child: ChildProcess, stream: "stdout" | "stderr", what: RegExp): Promise<void> {
  let text = "";
  return new Promise((done) => {
    child[stream]?.on("data", (chunk: Buffer) => {
      text += String(chunk);
      if (what.test(text)) done();
    });
  });
}

export function moment(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const isThere = await new Promise<boolean>((done) => {
      const socket = connect(port, "127.0.0.1", () => done(true));
      socket.on("error", () => done(false)).unref();
      socket.on("connect", () => socket.end());
    });
    if (isThere) return;
    await moment(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

export function redis(port: number, ...words: readonly string[]): string {
  return execFileSync("redis-cli", ["-p", String(port), ...words], { encoding: "utf8", stdio: "pipe" }).trim();
}

/** How many runs and pieces are there, done or not. */
export function jobsIn(port: number): number {
  return redis(port, "KEYS", "zonal:zonal-*:*-*")
    .split("\n")
    .filter((key) => /(run|piece)-[0-9a-f]{64}$/.test(key)).length;
}
