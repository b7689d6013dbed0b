import { noFigures, type Run, type RunResult, readRecords, recordLine, version } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { machine } from "../process/machine.ts";
import { type Done, DROPPED, type Hands } from "../sweep/pool.ts";
import type { SweepModel } from "../sweep/run.ts";
import { type ClusterJob, type ClusterJobs, joinJobs } from "./jobs.ts";
import { jobId, type Returned } from "./redis.ts";

/** A cluster as the hands of a study: its runs are jobs, at most so many at a time, and what workers make of them comes back. */
export async function joinCluster(
  url: string,
  models: readonly SweepModel[],
  ahead: number,
  io: Io,
): Promise<ClusterHands> {
  return new ClusterHands(await joinJobs(url, models, io), ahead, io);
}

class ClusterHands implements Hands {
  private readonly jobs: ClusterJobs;
  private readonly ahead: number;
  private readonly io: Io;
  private readonly out = new Map<string, Run>();
  private isClosed = false;

  constructor(jobs: ClusterJobs, ahead: number, io: Io) {
    this.jobs = jobs;
    this.ahead = ahead;
    this.io = io;
  }

  get running(): readonly Run[] {
    return [...this.out].flatMap(([id, run]) => (this.jobs.isActive(id) ? run : []));
  }

  get waiting(): number {
    return this.out.size - this.running.length;
  }

  get isFree(): boolean {
    return this.out.size < this.ahead;
  }

  async do(run: Run): Promise<Done> {
    const job = jobOf(run);
    this.out.set(job.id, run);
    const end = await this.jobs.do(job);
    this.out.delete(job.id);
    if ("value" in end) return end.value;
    const result = { outcome: "error", reason: end.failed, statistics: noFigures, seconds: 0 } as const;
    return { result, machine: machine() };
  }

  kept(run: Run): void {
    this.jobs.forget(jobId(run));
  }

  async abandon(): Promise<void> {
    this.out.clear();
    await this.jobs.recall();
  }

  async close(): Promise<void> {
    const left = await this.jobs.close();
    if (left > 0 && !this.isClosed)
      this.io.err(`${left} runs are left to the cluster; start again to have their results\n`);
    this.isClosed = true;
  }
}

function jobOf(run: Run): ClusterJob<Returned> {
  const { expect: _, ...sent } = run;
  return { id: jobId(run), data: { run: sent }, read: (value) => returnedFrom(value, run), staysUntilForgotten: true };
}

/** Only what belongs to a result, and only what a journal takes: it could not be read again otherwise. Throws if it is not that. */
function returnedFrom(value: unknown, run: Run): Returned {
  const { result, machine: where } = (value ?? {}) as Partial<Returned>;
  const { outcome, reason, found, estimate, statistics, seconds } = (result ?? {}) as RunResult;
  const own = {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(found === undefined ? {} : { found }),
    ...(estimate === undefined ? {} : { estimate }),
    statistics,
    seconds,
  };
  const line = recordLine({ ...run, version, ...own, machine: where!, at: "" });
  if (reason === DROPPED || "refused" in readRecords(line)) throw new Error("this is no result of a run");
  return { result: own, machine: where! };
}
