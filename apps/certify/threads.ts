/**
 * Several threads judge one certificate: the members, packed, are in memory that all of them see; each reads the model for
 * itself and judges its share. What is told is what one thread alone would tell: the failure that comes first in the order
 * of the file.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type Checking, type Judgement, judgeParcel, type Subject } from "./checking.ts";
import type { Parcel } from "./reading.ts";
import { Share } from "./share.ts";

interface Task {
  readonly kind: "certify";
  readonly subject: Subject;
  readonly parcel: Parcel;
  readonly part: number;
  readonly of: number;
}

/** What came of a share, and which piece was its last. */
interface Done {
  readonly judgement: Judgement;
  readonly at: number;
}

/** Requires: the checking is ready. The first share is done here, by `within`. */
export async function judgeWithThreads(
  checking: Checking,
  subject: Subject,
  threads: number,
  within: <T>(job: () => T) => T,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const parcel = checking.parcel();
  const workers: Worker[] = [];
  const start = (_: unknown, k: number): Promise<Done> => {
    const task: Task = { kind: "certify", subject, parcel, part: k + 1, of: threads };
    const worker = new Worker(new URL("./zonal-certify.js", import.meta.url), { workerData: task });
    workers.push(worker);
    return new Promise((resolve, reject) => {
      worker.once("message", resolve).once("error", reject);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  };
  const others = Promise.all(Array.from({ length: threads - 1 }, start));
  // It is awaited below; until then a failure is nobody's yet.
  others.catch(() => {});
  try {
    const share = new Share(0, threads);
    const judgement = within(() => checking.judge(share));
    return joined([{ judgement, at: share.at }, ...(await others)]);
  } finally {
    for (const worker of workers) void worker.terminate();
  }
}

function joined(all: readonly Done[]): Judgement {
  const failed = all.filter(({ judgement }) => judgement.result !== "proved").sort((a, b) => a.at - b.at);
  if (failed[0] !== undefined) return failed[0].judgement;
  const judged: Record<string, number> = {};
  for (const { judgement } of all)
    for (const [what, count] of Object.entries(judgement.judged ?? {})) judged[what] = (judged[what] ?? 0) + count;
  return { ...all[0]!.judgement, judged };
}

/** Whether this is a thread that was started here; then it does its share. */
export function isShareOfWork(): boolean {
  const task = workerData as Task | null;
  if (isMainThread || task?.kind !== "certify") return false;
  const share = new Share(task.part, task.of);
  const judgement = judgeParcel(task.subject, task.parcel, share);
  parentPort?.postMessage({ judgement, at: share.at } satisfies Done);
  return true;
}
