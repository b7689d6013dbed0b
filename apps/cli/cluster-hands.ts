import { noFigures, type Run } from "../../src/index.ts";
import type { Job, JobOptions, Queue, QueueEvents } from "./cluster-engine.ts";
import {
  ATTEMPTS,
  type Cluster,
  connect,
  jobId,
  KEPT,
  prefix,
  putModels,
  queueName,
  type Returned,
} from "./cluster-redis.ts";
import type { Io } from "./io.ts";
import { machine } from "./machine.ts";
import type { Done, Hands } from "./sweep-pool.ts";
import type { SweepModel } from "./sweep-run.ts";

/**
 * A cluster as the hands of a study: its runs are jobs of a queue in Redis, at most so many at a time, and what workers make of them comes
 * back. A job is known by its run, so whoever hands it out again finds it waiting, going on or done. That is how everything here is mended:
 * what is out is looked after now and then, and handed out again if Redis has lost it. A job is removed when its result is kept.
 */
export async function joinCluster(
  url: string,
  models: readonly SweepModel[],
  ahead: number,
  io: Io,
): Promise<ClusterHands> {
  const cluster = await connect(url, io);
  await putModels(cluster, models);
  const place = { connection: cluster.redis, prefix };
  const queue = new cluster.bullmq.Queue(queueName, place);
  const events = new cluster.bullmq.QueueEvents(queueName, place);
  const hands = new ClusterHands(cluster, models, queue, events, ahead, io);
  await events.waitUntilReady();
  return hands;
}

interface Out {
  readonly run: Run;
  readonly finish: (done: Done) => void;
  isActive: boolean;
  /** How often it was failed by what no run does. */
  failed: number;
  isMending: boolean;
}

/** Milliseconds between looks after what is out. */
const ROUND = 2000;
/** Milliseconds that the last words to Redis may take. */
const LAST = 2000;
const FAILURES = 3;
const options = {
  attempts: 3,
  backoff: { type: "fixed", delay: 1000 },
  removeOnComplete: { age: KEPT },
  removeOnFail: { age: KEPT },
} as const satisfies Omit<JobOptions, "jobId">;

export class ClusterHands implements Hands {
  private readonly cluster: Cluster;
  private readonly models: readonly SweepModel[];
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly ahead: number;
  private readonly io: Io;
  private readonly out = new Map<string, Out>();
  /** What is being said to Redis. */
  private readonly said = new Set<Promise<unknown>>();
  private readonly timer: NodeJS.Timeout;
  private closing: Promise<void> | undefined;

  constructor(
    cluster: Cluster,
    models: readonly SweepModel[],
    queue: Queue,
    events: QueueEvents,
    ahead: number,
    io: Io,
  ) {
    this.cluster = cluster;
    this.models = models;
    this.queue = queue;
    this.events = events;
    this.ahead = ahead;
    this.io = io;
    this.listen();
    this.timer = setTimeout(() => this.round(), ROUND);
  }

  get running(): readonly Run[] {
    return [...this.out.values()].flatMap(({ run, isActive }) => (isActive ? run : []));
  }

  get waiting(): number {
    return this.out.size - this.running.length;
  }

  get isFree(): boolean {
    return this.out.size < this.ahead;
  }

  do(run: Run): Promise<Done> {
    const id = jobId(run);
    return new Promise((finish) => {
      this.out.set(id, { run, finish, isActive: false, failed: 0, isMending: false });
      this.say(this.hand(id, run));
    });
  }

  /** What nobody has begun with is taken back; who has begun finds out for nobody. */
  async abandon(): Promise<void> {
    const ids = [...this.out.keys()];
    this.out.clear();
    await Promise.race([Promise.allSettled(ids.map((id) => this.queue.remove(id))), after(LAST)]);
  }

  /** What is out stays in Redis: workers go on with it, and whoever starts the study again finds it done. */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const { size } = this.out;
    this.out.clear();
    const last = setTimeout(() => this.cluster.close(), LAST);
    await Promise.all([...this.said]);
    await Promise.allSettled([this.events.close(), this.queue.close()]);
    clearTimeout(last);
    this.cluster.close();
    if (size > 0) this.io.err(`${size} runs are left to the cluster; start again to have their results\n`);
  }

  private listen(): void {
    const { events, queue } = this;
    // That the connection is lost is told by who has it; whatever else fails is done again in the next round.
    for (const one of [events, queue]) one.on("error", () => undefined);
    events.on("active", ({ jobId: id }) => this.mark(id, true));
    events.on("waiting", ({ jobId: id }) => this.mark(id, false));
    events.on("completed", ({ jobId: id, returnvalue }) => this.complete(id, returnvalue));
    events.on("failed", ({ jobId: id, failedReason }) => this.fail(id, failedReason));
    events.on("duplicated", ({ jobId: id }) => this.say(this.look(id)));
  }

  private mark(id: string, isActive: boolean): void {
    const out = this.out.get(id);
    if (out !== undefined) out.isActive = isActive;
  }

  private hand(id: string, run: Run): Promise<unknown> {
    const { expect: _, ...sent } = run;
    return this.queue.add("run", { run: sent }, { ...options, jobId: id });
  }

  /** Looks after all that is out, and sees to the next time. */
  private round(): void {
    const all = [...this.out.keys()].map((id) => this.look(id));
    const done = Promise.all([putModels(this.cluster, this.models), ...all]);
    const again = (): void => {
      if (this.closing === undefined) this.timer.refresh();
    };
    this.say(done.then(again, again));
  }

  private async look(id: string): Promise<void> {
    const out = this.out.get(id);
    if (out === undefined) return;
    const job: Job | undefined = await this.queue.getJob(id);
    if (!this.out.has(id)) return;
    if (job === undefined) await this.hand(id, out.run);
    else if (job.finishedOn !== undefined && job.failedReason) this.fail(id, job.failedReason);
    else if (job.finishedOn !== undefined) this.complete(id, job.returnvalue);
  }

  private complete(id: string, returned: unknown): void {
    if (isReturned(returned)) this.finish(id, returned);
    else this.fail(id, "what came back is no result of a run");
  }

  /**
   * A run that ended its workers, one after the other, has that as its result. What fails otherwise is no fault of the run (its model was
   * not there yet), and is tried again some times.
   */
  private fail(id: string, why: string): void {
    const out = this.out.get(id);
    if (out === undefined || out.isMending) return;
    const isPoisoned = /stalled/.test(why);
    if (isPoisoned || ++out.failed > FAILURES) {
      const reason = isPoisoned ? `each of ${ATTEMPTS} workers that began with it was gone before it ended` : why;
      this.finish(id, { result: { outcome: "error", reason, statistics: noFigures, seconds: 0 }, machine: machine() });
      return;
    }
    out.isMending = true;
    this.say(
      this.queue
        .remove(id)
        .then(() => this.hand(id, out.run))
        .finally(() => {
          out.isMending = false;
        }),
    );
  }

  /** The first result of a run is its result; its job goes when whoever waited for it has it. */
  private finish(id: string, done: Done): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    this.out.delete(id);
    out.finish(done);
    setImmediate(() => this.say(this.queue.remove(id)));
  }

  /** Redis may be away: then it is said when it is back, or looked after in the next round. */
  private say(words: Promise<unknown>): void {
    const said = words.then(
      () => undefined,
      () => undefined,
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

function isReturned(value: unknown): value is Returned {
  const { result, machine: where } = (value ?? {}) as Partial<Returned>;
  return typeof where === "string" && typeof result?.outcome === "string" && typeof result.statistics === "object";
}
