import { createHash } from "node:crypto";
import { keyOf, type Run, version } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";
import type { Done } from "../sweep/pool.ts";
import type { SweepModel } from "../sweep/run.ts";
import { type BullMq, loadEngine, type Redis, type RedisOptions } from "./engine.ts";

/**
 * A cluster in its Redis: one queue of jobs for each version of Zonal, and the models, each once, by their hashes. Redis may go away and
 * come back at any time: what was said to it meanwhile waits. Whoever names it to people leaves the password out.
 */
export interface Cluster {
  readonly bullmq: BullMq;
  readonly redis: Redis;
  /** Where it is, for people. */
  readonly name: string;
  /** Whatever failed: whether it was Redis that takes nothing. That is told, once for each reason. */
  refused(error: unknown): boolean;
  close(): void;
}

/** What comes back of a run. */
export type Returned = Done;

/** Only who answers by the same program may answer. */
export const queueName = `zonal-${version}`;
export const prefix = "zonal";
/** A run that ended so many workers is not given to another. */
export const ATTEMPTS = 3;
/** Seconds that Redis keeps what nobody fetches. */
export const KEPT = 7 * 24 * 3600;

/** The same run has one name, whoever plans it: what its answer depends on, and its limits. */
export function jobId(run: Run): string {
  const { timeout = null, memory = null, maxStates = null } = run.limits;
  const text = JSON.stringify([keyOf(run), timeout, memory, maxStates]);
  return `run-${createHash("sha256").update(text).digest("hex")}`;
}

/** Throws if there is no cluster at this address now; later it may come and go. */
export async function connect(url: string, io: Io): Promise<Cluster> {
  const { name, database } = placeOf(url);
  const { bullmq, Redis } = loadEngine();
  const { ZONAL_REDIS_PASSWORD: password } = io.env;
  let isOpen = false;
  const options: RedisOptions = {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: 5000,
    ...(password === undefined ? {} : { password }),
    retryStrategy: (times) => (isOpen ? Math.min(times * 50, 1000) : null),
  };
  const redis = new Redis(url, options);
  let fault: Error | undefined;
  redis.on("error", (error) => {
    fault = error;
  });
  try {
    await greet(redis, database);
  } catch (error) {
    redis.disconnect();
    throw new Failure(`the cluster ${name} cannot be reached: ${wordsOf(fault ?? (error as Error))}`);
  }
  isOpen = true;
  const tell = tellOf(redis, name, io);
  const told = new Set<string>();
  const refused = (error: unknown): boolean => {
    const why = refusalOf(error);
    if (why !== undefined && !told.has(why)) io.err(`${name} takes nothing: ${why}; it is tried again and again\n`);
    if (why !== undefined) told.add(why);
    return why !== undefined;
  };
  const close = (): void => {
    tell.no = true;
    redis.disconnect();
  };
  return { bullmq, redis, name, refused, close };
}

/** Milliseconds in which a Redis has said something that is there, and is none of another kind. */
const SILENT = 10_000;

async function greet(redis: Redis, database: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error("what is there does not answer as a Redis does")), SILENT);
  });
  const words = async (): Promise<void> => {
    await redis.connect();
    await redis.ping();
    if (database > 0) await redis.select(database);
  };
  try {
    await Promise.race([words(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** That it is gone, and that it is back, once each; until nobody wants to know. */
function tellOf(redis: Redis, name: string, io: Io): { no: boolean } {
  const tell = { no: false };
  let isHere = true;
  redis.on("close", () => {
    if (isHere && !tell.no) io.err(`the connection to ${name} is lost; waiting for it\n`);
    isHere = false;
  });
  redis.on("ready", () => {
    if (!isHere) io.err(`connected to ${name} again\n`);
    isHere = true;
  });
  return tell;
}

/** `redis://queue.example.org:6379/1`, and the number of the database in it. */
function placeOf(url: string): { readonly name: string; readonly database: number } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isRedis = parsed !== undefined && /^rediss?:$/.test(parsed.protocol) && /^\/?\d*$/.test(parsed.pathname);
  if (!isRedis || parsed.hostname === "")
    throw new Failure("a cluster is named by the address of its Redis", {
      hint: "redis://HOST:PORT, or rediss://USER:PASSWORD@HOST:PORT for a connection by TLS; behind it /NUMBER of a database",
    });
  const { protocol, hostname, port, pathname, username, password } = parsed;
  for (const word of [username, password])
    if (textOf(word) === undefined)
      throw new Failure("the user and the password of this address cannot be read", {
        hint: "a % in them is written as %25; or give the password by ZONAL_REDIS_PASSWORD",
      });
  const name = `${protocol}//${hostname}:${port || 6379}${pathname === "/" ? "" : pathname}`;
  return { name, database: Number(pathname.slice(1)) };
}

/** A word of an address without its escapes; undefined if these mean no text. */
function textOf(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

/** Of a cluster that was reached, and does not do what it is for. */
export function unusable({ name }: Cluster, error: unknown): Failure {
  return new Failure(`the cluster ${name} cannot be used: ${wordsOf(error as Error)}`);
}

function wordsOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "nothing answers there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "there is no such host";
  if (code === "ETIMEDOUT") return "it does not answer";
  if (error.message === "Connection is closed.") return "it ends the connection";
  return refusalOf(error) ?? error.message.replace(/\s+/g, " ");
}

const refusals: Readonly<Record<string, string>> = {
  OOM: "its memory is full",
  MISCONF: "it cannot write to its disk",
  READONLY: "it is a copy of another one",
  NOPERM: "this user may not do there what is needed",
  NOAUTH: "it wants a user and a password, and these are not right",
  WRONGPASS: "it wants a user and a password, and these are not right",
};

/** Why Redis did not do what it was told, if it was Redis that refused it; scripts have its word within their own. */
function refusalOf(error: unknown): string | undefined {
  const [, word = ""] = /(?:^|-)([A-Z]+) /.exec(error instanceof Error ? error.message : "") ?? [];
  return Object.hasOwn(refusals, word) ? refusals[word] : undefined;
}

const modelKey = (sha256: string): string => `${prefix}:model:${sha256}`;

/** Puts models there that are not, and keeps those that are. */
export async function putModels({ redis }: Cluster, models: readonly SweepModel[]): Promise<void> {
  for (const { sha256, bytes } of models) {
    const key = modelKey(sha256);
    if ((await redis.exists(key)) === 1) await redis.expire(key, KEPT);
    else await redis.set(key, bytes, "EX", KEPT);
  }
}

const unwantedKey = (id: string): string => `${prefix}:unwanted:${id}`;
/** Seconds after which nobody does a job any more that was recalled. */
const RECALLED = 3600;

/** Whoever does this job is to leave it; until somebody wants it again. */
export async function recallJob({ redis }: Cluster, id: string): Promise<void> {
  await redis.set(unwantedKey(id), "", "EX", RECALLED);
}

export async function wantJob({ redis }: Cluster, id: string): Promise<void> {
  await redis.del(unwantedKey(id));
}

export async function isUnwanted({ redis }: Cluster, id: string): Promise<boolean> {
  return (await redis.exists(unwantedKey(id))) === 1;
}

/** A model by its hash; throws if it is not there, or not what it is said to be. */
export async function getModel(
  { redis }: Cluster,
  { sha256, model }: { readonly sha256: string; readonly model: string },
): Promise<SweepModel> {
  const bytes = await redis.getBuffer(modelKey(sha256));
  if (bytes === null) throw new Error(`the model ${model} was not sent`);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw new Error(`the model ${model} was changed`);
  return { file: model, sha256, bytes };
}
