import type { Io } from "../io/io.ts";
import type { SweepModel } from "../sweep/run.ts";
import type { Job, JobOptions, Queue, QueueEvents } from "./engine.ts";
import {
  ATTEMPTS,
  type Cluster,
  connect,
  KEPT,
  prefix,
  putModels,
  queueName,
  recallJob,
  unusable,
  wantJob,
} from "./redis.ts";

/**
 * Jobs in the queue of a cluster, and what workers make of them. A job is known by what it asks, so whoever hands it out again finds it
 * waiting, going on or done. That is how everything here is mended: what is out is looked after now and then, and handed out again if Redis
 * has lost it. A job is removed when its result is kept.
 */
export interface ClusterJob<T> {
  readonly id: string;
  readonly data: unknown;
  /** What came back, as what it should be; throws if it is not. */
  readonly read: (returned: unknown) => T;
  /** What came of it stays in Redis until it is said to be forgotten: whoever asked keeps it somewhere first. */
  readonly staysUntilForgotten?: true;
}

/** `failed`: no worker made anything of it. */
export type JobEnd<T> = { readonly value: T } | { readonly failed: string };

export async function joinJobs(url: string, models: readonly SweepModel[], io: Io): Promise<ClusterJobs> {
  const cluster = await connect(url, io);
  let jobs: ClusterJobs | undefined;
  try {
    await putModels(cluster, models);
    const place = { connection: cluster.redis, prefix };
    const queue = new cluster.bullmq.Queue(queueName, place);
    const events = new cluster.bullmq.QueueEvents(queueName, place);
    jobs = new ClusterJobs(cluster, models, queue, events, io);
    await events.waitUntilReady();
    return jobs;
  } catch (error) {
    // Whatever is open would keep the program alive.
    await jobs?.close();
    cluster.close();
    throw unusable(cluster, error);
  }
}

interface Out {
  readonly job: ClusterJob<unknown>;
  readonly finish: (end: JobEnd<unknown>) => void;
  isActive: boolean;
  /** How often it was failed by what no job does. */
  failed: number;
  isMending: boolean;
}

/** Milliseconds between looks after what is out. */
const ROUND = 2000;
/** So many of them without a worker, and that is told. */
const ALONE = 3;
/** Milliseconds that the last words to Redis may take. */
const LAST = 2000;
const FAILURES = 3;
/** What the queue says of a job whose workers were not heard of any more. */
const STALLED = "job stalled more than allowable limit";
const options = {
  attempts: 3,
  backoff: { type: "fixed", delay: 1000 },
  removeOnComplete: { age: KEPT },
  removeOnFail: { age: KEPT },
} as const satisfies Omit<JobOptions, "jobId">;

export class ClusterJobs {
  /** Whether any worker has begun with anything. */
  private hasBegun = false;
  private rounds = 0;
  private readonly io: Io;
  private readonly cluster: Cluster;
  private readonly models: readonly SweepModel[];
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly out = new Map<string, Out>();
  /** What is being said to Redis. */
  private readonly said = new Set<Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;
  private closing: Promise<number> | undefined;

  constructor(cluster: Cluster, models: readonly SweepModel[], queue: Queue, events: QueueEvents, io: Io) {
    this.io = io;
    this.cluster = cluster;
    this.models = models;
    this.queue = queue;
    this.events = events;
    this.listen();
    this.timer = setTimeout(() => this.round(), ROUND);
  }

  /** Where it is, for people. */
  get name(): string {
    return this.cluster.name;
  }

  get size(): number {
    return this.out.size;
  }

  isActive(id: string): boolean {
    return this.out.get(id)?.isActive === true;
  }

  /** Never fails: what came of it is a value. Requires: it is not out. */
  do<T>(job: ClusterJob<T>): Promise<JobEnd<T>> {
    return new Promise((done) => {
      const finish = done as (end: JobEnd<unknown>) => void;
      this.out.set(job.id, { job, finish, isActive: false, failed: 0, isMending: false });
      this.say(this.hand(job));
    });
  }

  /** What nobody has begun with is taken back; who has begun is told that nobody wants it. Its promise never comes to anything. */
  async recall(ids: readonly string[] = [...this.out.keys()]): Promise<void> {
    for (const id of ids) this.out.delete(id);
    const all = ids.map(async (id) => {
      if ((await this.queue.remove(id)) !== 1) await recallJob(this.cluster, id);
    });
    const done = Promise.race([Promise.allSettled(all), after(LAST)]);
    this.say(done);
    await done;
  }

  /** What is out stays in Redis: workers go on with it, and whoever asks again finds it done. How many jobs these are. */
  close(): Promise<number> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<number> {
    clearTimeout(this.timer);
    const { size } = this.out;
    this.out.clear();
    const last = setTimeout(() => this.cluster.close(), LAST);
    await Promise.all([...this.said]);
    await Promise.allSettled([this.events.close(), this.queue.close()]);
    clearTimeout(last);
    this.cluster.close();
    return size;
  }

  private listen(): void {
    const { events, queue } = this;
    // That the connection is lost is told by who has it; whatever else fails is done again in the next round.
    for (const one of [events, queue]) one.on("error", (error) => this.cluster.refused(error));
    events.on("active", ({ jobId: id }) => this.mark(id, true));
    events.on("waiting", ({ jobId: id }) => this.mark(id, false));
    events.on("completed", ({ jobId: id, returnvalue }) => this.complete(id, returnvalue));
    events.on("failed", ({ jobId: id, failedReason }) => this.fail(id, failedReason));
    events.on("duplicated", ({ jobId: id }) => this.say(this.look(id)));
  }

  private mark(id: string, isActive: boolean): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    out.isActive = isActive;
    this.hasBegun ||= isActive;
  }

  private async hand({ id, data }: ClusterJob<unknown>): Promise<void> {
    await wantJob(this.cluster, id);
    await this.queue.add("run", data, { ...options, jobId: id });
  }

  /** Looks after all that is out, and sees to the next time. */
  private round(): void {
    if (++this.rounds === ALONE && !this.hasBegun && this.out.size > 0)
      this.io.err(`no worker of ${this.cluster.name} has begun yet; 'zonal worker' starts one\n`);
    const all = [...this.out.keys()].map((id) => this.look(id));
    const done = Promise.all([putModels(this.cluster, this.models), ...all]);
    const again = (): void => {
      if (this.closing === undefined) this.timer.refresh();
    };
    this.say(done.finally(again));
  }

  private async look(id: string): Promise<void> {
    const out = this.out.get(id);
    if (out === undefined) return;
    const job: Job | undefined = await this.queue.getJob(id);
    if (!this.out.has(id)) return;
    if (job === undefined) await this.hand(out.job);
    else if (job.finishedOn !== undefined && job.failedReason) this.fail(id, job.failedReason);
    else if (job.finishedOn !== undefined) this.complete(id, job.returnvalue);
  }

  private complete(id: string, returned: unknown): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    try {
      this.finish(id, { value: out.job.read(returned) });
    } catch {
      this.fail(id, "what came back is no result of it");
    }
  }

  /**
   * A job that ended its workers, one after the other, has that as its end. What fails otherwise is no fault of the job (its model was
   * not there yet), and is tried again some times.
   */
  private fail(id: string, why: string): void {
    const out = this.out.get(id);
    if (out === undefined || out.isMending) return;
    const isPoisoned = why === STALLED;
    if (isPoisoned || ++out.failed > FAILURES) {
      const failed = isPoisoned ? `each of ${ATTEMPTS} workers that began with it was gone before it ended` : why;
      this.finish(id, { failed });
      return;
    }
    out.isMending = true;
    this.say(
      this.queue
        .remove(id)
        .then(() => this.hand(out.job))
        .finally(() => {
          out.isMending = false;
        }),
    );
  }

  /** Its result is not needed in Redis any more. */
  forget(id: string): void {
    this.say(this.queue.remove(id));
  }

  /** It is forgotten once whoever waited for it has it. */
  private finish(id: string, end: JobEnd<unknown>): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    this.out.delete(id);
    this.hasBegun = true;
    out.finish(end);
    if (!out.job.staysUntilForgotten) setImmediate(() => this.forget(id));
  }

  /** Redis may be away: then it is said when it is back, or looked after in the next round. */
  private say(words: Promise<unknown>): void {
    const said = words.then(
      () => undefined,
      (error) => void this.cluster.refused(error),
    );
    this.said.add(said);
    void said.then(() => this.said.delete(said));
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds).unref();
  });
}
