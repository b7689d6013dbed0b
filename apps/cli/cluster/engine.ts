import { createRequire } from "node:module";
import { Failure } from "../process/exit.ts";

/**
 * As much of BullMQ and of its Redis client as the cluster needs. Both are installed by whoever has a cluster, beside Zonal, and loaded
 * here and nowhere else; so the types say what is asked of them, and `npm run test:cluster` whether they do it.
 */
export interface Redis {
  readonly status: string;
  connect(): Promise<void>;
  ping(): Promise<unknown>;
  select(database: number): Promise<unknown>;
  exists(key: string): Promise<number>;
  expire(key: string, seconds: number): Promise<unknown>;
  del(key: string): Promise<unknown>;
  set(key: string, value: Uint8Array | string, unit: "EX", seconds: number): Promise<unknown>;
  getBuffer(key: string): Promise<Uint8Array | null>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "ready" | "close", listener: () => void): unknown;
  disconnect(): void;
}

export interface Job {
  readonly id?: string;
  readonly data: unknown;
  readonly finishedOn?: number;
  readonly returnvalue: unknown;
  readonly failedReason?: string;
}

export interface JobOptions {
  readonly jobId: string;
  readonly attempts: number;
  readonly backoff: { readonly type: "fixed"; readonly delay: number };
  readonly removeOnComplete: { readonly age: number };
  readonly removeOnFail: { readonly age: number };
}

interface Closed {
  on(event: "error", listener: (error: Error) => void): unknown;
}

export interface Queue extends Closed {
  add(name: string, data: unknown, options: JobOptions): Promise<unknown>;
  getJob(id: string): Promise<Job | undefined>;
  /** 1 if it was there and nobody has begun with it. */
  remove(id: string): Promise<unknown>;
  close(): Promise<void>;
}

/** What happens in a queue, told of every job in it. */
export interface QueueEvents extends Closed {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "completed", listener: (said: { jobId: string; returnvalue: unknown }) => void): unknown;
  on(event: "failed", listener: (said: { jobId: string; failedReason: string }) => void): unknown;
  on(event: "active" | "waiting" | "duplicated", listener: (said: { jobId: string }) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

export interface Worker extends Closed {
  waitUntilReady(): Promise<unknown>;
  /** Takes no more for now; those that go on are not waited for. */
  pause(isAtOnce: true): Promise<void>;
  resume(): Promise<void>;
  /** Waits for the jobs that go on, unless it is forced. */
  close(force?: boolean): Promise<void>;
}

interface Place {
  readonly connection: Redis;
  readonly prefix: string;
}

interface WorkerOptions extends Place {
  readonly name: string;
  readonly concurrency: number;
  readonly maxStalledCount: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
}

export interface BullMq {
  readonly Queue: new (name: string, options: Place) => Queue;
  readonly QueueEvents: new (name: string, options: Place) => QueueEvents;
  readonly Worker: new (name: string, work: (job: Job) => Promise<unknown>, options: WorkerOptions) => Worker;
}

export interface RedisOptions {
  readonly lazyConnect: boolean;
  readonly maxRetriesPerRequest: null;
  readonly connectTimeout: number;
  readonly password?: string;
  retryStrategy(times: number): number | null;
}

type RedisClient = new (url: string, options: RedisOptions) => Redis;

/** What a cluster runs on; the versions that are tested. */
const wanted = "bullmq@6 ioredis@5";

export function loadEngine(): { readonly bullmq: BullMq; readonly Redis: RedisClient } {
  const require = createRequire(import.meta.url);
  try {
    const { Redis } = require("ioredis") as { readonly Redis: RedisClient };
    return { bullmq: require("bullmq") as BullMq, Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw new Failure("a cluster needs BullMQ and its Redis client, which are not installed beside zonal", {
      hint: `npm install ${wanted}, or npm install -g ${wanted} where zonal is installed so`,
    });
  }
}
