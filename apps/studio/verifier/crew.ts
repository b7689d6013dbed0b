import { startWorker } from "../worker/program.ts";
import type { Answer, Share } from "../worker/protocol.ts";

/**
 * More workers for a search or an estimate that several threads share. Memory can be shared only in a page that its server
 * isolates (by the headers that `zonal studio` sends); elsewhere one thread searches. They are started when the search asks
 * for them, and end with it.
 */
const most = crossOriginIsolated ? Math.min(16, navigator.hardwareConcurrency || 1) : 1;
const numbers = Array.from({ length: most }, (_, k) => String(k + 1));

export const threadChoices: readonly (readonly [string, string])[] = crossOriginIsolated
  ? numbers.map((n) => [n, n])
  : [["1", "1 (the page is not isolated)"]];

export const isolation = crossOriginIsolated
  ? "Threads that share a long search for E<> or A[], or the runs of an estimate"
  : "One thread: the server of this page does not isolate it (zonal studio does), so workers cannot share memory";

let crew: Promise<Worker>[] = [];

/** Has another worker do a part of the search. */
export function enlist(task: Share["task"], fail: (message: string) => void): void {
  const own = startWorker();
  crew.push(own);
  own.then(
    (worker) => {
      worker.onerror = (event) => fail(event.message || "the browser ended it, most likely for want of memory");
      worker.onmessage = ({ data }: MessageEvent<Answer>) => data.kind === "failed" && fail(data.message);
      worker.postMessage({ kind: "share", task } satisfies Share);
    },
    (error: Error) => fail(error.message),
  );
}

/** Ends them all, with their memory. */
export function dismiss(): void {
  for (const own of crew)
    own.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  crew = [];
}
