import { availableParallelism, hostname } from "node:os";
import { constantsText, type Run, type RunResult, runOutcomeWords } from "../../../src/index.ts";
import { count } from "../io/count.ts";
import type { Io } from "../io/io.ts";
import { jsonDocument } from "../io/json.ts";
import { signalCode } from "../process/ears.ts";
import { exit, exitText } from "../process/exit.ts";
import { machine } from "../process/machine.ts";
import { atLeastOne, positive } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { Pool, type PoolJob } from "../sweep/pool.ts";
import type { SweepModel } from "../sweep/run.ts";
import type { FromPart } from "../threads/sweep.ts";
import type { Job, Worker } from "./engine.ts";
import { type Came, type Piece, unpackCame } from "./piece.ts";
import { ATTEMPTS, type Cluster, connect, getModel, isUnwanted, prefix, queueName, unusable } from "./redis.ts";

/**
 * `zonal worker redis://...`: does the runs that `zonal sweep --cluster` hands out, and pieces of what `zonal verify --cluster` is asked, each
 * in a thread of its own, until it is interrupted. It reads no file and writes none; a model is what has the hash that the run names. What a
 * run does to its thread is its result; one that nobody wants any more is left. A worker that dies is noticed by the others, who take over
 * what it had.
 */
interface Options {
  readonly threads: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly idle?: number;
  readonly takeover: number;
  readonly json?: true;
  readonly quiet?: true;
}

export const worker: Verb = {
  limits: "own",
  define(command, io, finish) {
    command
      .description(
        "Do what 'zonal sweep --cluster' and 'zonal verify --cluster' hand out by a Redis, until interrupted.",
      )
      .argument("<url>", "the Redis: redis://HOST:PORT, or rediss://USER:PASSWORD@HOST:PORT by TLS")
      .option("--threads <n>", "runs at the same time", atLeastOne, availableParallelism())
      .option("--timeout <seconds>", "no run may take longer here, whatever its own limit", positive)
      .option("--memory <MiB>", "no run may need more here, whatever its own limit", positive)
      .option("--idle <seconds>", "end when there was nothing to do for so long", positive)
      .option("--takeover <seconds>", "take over runs of a worker that was not heard of for so long", positive, 30)
      .option("--json", "print one JSON document at the end (docs/schema/worker.json)")
      .option("-q, --quiet", "print only the summary")
      .addHelpText(
        "after",
        `
Ctrl-C lets it finish what it has and take no more; a second one ends it at once, and others take over. A password can also come
from the variable ZONAL_REDIS_PASSWORD. BullMQ and its Redis client are installed beside zonal: npm install bullmq@6 ioredis@5

Examples:
  zonal worker redis://queue.example.org --threads 8 --memory 4096
  zonal worker redis://localhost --idle 60
${exitText(["ok", "wrong", "internal", "interrupted", "terminated"])}`,
      )
      .action(async (url: string, options: Options) => {
        const served = new Serving(await connect(url, io), options, io);
        finish(await served.serve());
      });
  },
};

/** Models that are kept here. */
const MODELS = 64;
/** Milliseconds between looks at signals. */
const MOMENT = 50;
/** Milliseconds between looks whether what goes on is still wanted. */
const WANTED = 1000;
/** Milliseconds before a Redis that refused something is asked again. */
const REST = 1000;
/** Seconds that a worker may be silent at most: the queue's timers take no more than some weeks. */
const SILENT = 7 * 24 * 3600;

class Serving {
  private readonly cluster: Cluster;
  private readonly options: Options;
  private readonly io: Io;
  private readonly pool: Pool;
  private readonly models = new Map<string, SweepModel>();
  private readonly outcomes = new Map<string, number>();
  private done = 0;
  private last: number;
  private resting: NodeJS.Timeout | undefined;

  constructor(cluster: Cluster, options: Options, io: Io) {
    this.cluster = cluster;
    this.options = options;
    this.io = io;
    this.last = io.now();
    this.pool = new Pool(options.threads, (sha256) => this.models.get(sha256)!);
  }

  async serve(): Promise<number> {
    const { cluster, options, io } = this;
    const worker = this.start();
    try {
      await worker.waitUntilReady().catch((error) => {
        throw unusable(cluster, error);
      });
      io.err(`waiting for runs at ${cluster.name}, ${options.threads} at a time\n`);
      while (io.signal() === undefined && !this.isIdle()) await moment();
      clearTimeout(this.resting);
      const { busy } = this.pool;
      if (busy > 0) io.err(`finishing ${count(busy, "run")}\n`);
      // Without Redis nobody could be told what is found.
      await worker.close(cluster.redis.status !== "ready");
    } finally {
      clearTimeout(this.resting);
      this.pool.close();
      cluster.close();
    }
    return this.tell();
  }

  private start(): Worker {
    const { cluster, options } = this;
    const milliseconds = Math.ceil(Math.min(options.takeover, SILENT) * 1000);
    const started = new cluster.bullmq.Worker(queueName, (job) => this.work(job), {
      connection: cluster.redis,
      prefix,
      name: `${hostname()}-${process.pid}`,
      concurrency: options.threads,
      maxStalledCount: ATTEMPTS - 1,
      lockDuration: milliseconds,
      stalledInterval: milliseconds,
    });
    // That the connection is lost is told by who has it; a run whose worker was given up on is somebody else's by now.
    started.on("error", (error) => {
      if (cluster.refused(error)) this.rest(started);
    });
    return started;
  }

  /** Where Redis refuses to give it a job the queue asks for the next at once: that may be thousands of times a second. */
  private rest(worker: Worker): void {
    if (this.resting !== undefined) return;
    void worker.pause(true);
    this.resting = setTimeout(() => {
      this.resting = undefined;
      void worker.resume();
    }, REST);
  }

  private isIdle(): boolean {
    const { idle } = this.options;
    if (this.pool.busy > 0) this.last = this.io.now();
    return idle !== undefined && this.io.now() - this.last > idle * 1000;
  }

  private async work({ id = "", data }: Job): Promise<object> {
    const job = within(jobFrom(data), this.options);
    const { model, sha256 } = job.kind === "run" ? job.run : job.piece;
    if (!this.models.has(sha256)) this.keep(await getModel(this.cluster, { model, sha256 }));
    const { done, drop } = this.pool.give(job);
    const timer = setInterval(() => {
      isUnwanted(this.cluster, id).then(
        (isSo) => isSo && drop(),
        () => undefined,
      );
    }, WANTED);
    const came = await done.finally(() => clearInterval(timer));
    if (job.kind === "run" && "result" in came) this.count(job.run, came.result);
    else if (job.kind === "piece") this.countPiece(job.piece, came);
    return { ...came, machine: machine() };
  }

  private keep(model: SweepModel): void {
    const [oldest] = this.models.keys();
    if (this.models.size >= MODELS && oldest !== undefined) this.models.delete(oldest);
    this.models.set(model.sha256, model);
  }

  private count({ model, constants, query }: Run, { outcome, reason, seconds }: RunResult): void {
    const why = reason === undefined ? "" : `: ${reason}`;
    this.tellOne(outcome, [model, constantsText(constants), query], `${runOutcomeWords(outcome)}${why}`, seconds);
  }

  private countPiece({ model, query = "", asks }: Piece, said: FromPart): void {
    const came: Came = "packed" in said ? unpackCame(said.packed) : { failed: said.result.reason ?? "it broke" };
    const which = [model, query];
    if ("failed" in came) this.tellOne("unknown", which, came.failed);
    else if ("verdict" in came)
      this.tellOne(came.verdict.outcome, which, runOutcomeWords(came.verdict.outcome), came.seconds);
    else if ("ending" in came)
      this.tellOne("parts", which, `a part${came.ending.isProven ? "" : " not"} proven`, came.seconds);
    else if (asks.kind === "runs" && "seconds" in came.made) {
      const { first, count } = asks.runs;
      this.tellOne("runs", which, `runs ${first} to ${first + count - 1}`, came.made.seconds);
    }
  }

  private tellOne(outcome: string, which: readonly string[], what: string, seconds?: number): void {
    this.done++;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (this.options.json || this.options.quiet) return;
    const time = seconds === undefined ? "" : ` (${seconds.toFixed(3)} s)`;
    this.io.out(`${which.filter((part) => part !== "").join(": ")}: ${what}${time}\n`);
  }

  private tell(): number {
    const { io, done } = this;
    const signal = io.signal();
    const exitCode = signal === undefined ? exit.ok : signalCode(signal);
    const outcomes = Object.fromEntries(this.outcomes);
    if (this.options.json)
      io.out(jsonDocument("worker", { exitCode, cluster: this.cluster.name, runs: done, outcomes }));
    else io.out(`${count(done, "run")} done\n`);
    return exitCode;
  }
}

/** What a job asks; throws if that is nothing. */
function jobFrom(data: unknown): PoolJob {
  const { run, piece } = (data ?? {}) as { readonly run?: Partial<Run>; readonly piece?: Partial<Piece> };
  const isRun =
    [run?.model, run?.sha256, run?.query].every((part) => typeof part === "string") &&
    [run?.constants, run?.options, run?.limits].every((part) => typeof part === "object" && part !== null) &&
    [run?.seed, run?.repetition].every(Number.isSafeInteger);
  if (isRun) return { kind: "run", run: run as Run };
  const isPiece =
    [piece?.model, piece?.sha256].every((part) => typeof part === "string") &&
    [piece?.limits, piece?.asks].every((part) => typeof part === "object" && part !== null) &&
    ["whole", "part", "runs"].includes(piece?.asks?.kind ?? "");
  if (isPiece) return { kind: "piece", piece: piece as Piece };
  throw new Error("this is no run");
}

function within(job: PoolJob, here: Pick<Options, "timeout" | "memory">): PoolJob {
  if (job.kind === "run") return { kind: "run", run: { ...job.run, limits: least(job.run.limits, here) } };
  return { kind: "piece", piece: { ...job.piece, limits: least(job.piece.limits, here) } };
}

/** Of each limit the tighter one. */
function least(own: Run["limits"], here: Pick<Options, "timeout" | "memory">): Run["limits"] {
  const tighter = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined ? b : b === undefined ? a : Math.min(a, b);
  const [timeout, memory] = [tighter(own.timeout, here.timeout), tighter(own.memory, here.memory)];
  return { ...own, ...(timeout === undefined ? {} : { timeout }), ...(memory === undefined ? {} : { memory }) };
}

function moment(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, MOMENT);
  });
}
