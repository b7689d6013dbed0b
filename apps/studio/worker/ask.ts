import { startWorker } from "./program.ts";
import type { Again, Answer, Certify, Convert, Wish } from "./protocol.ts";

/** Has a worker of its own transform or convert a model, or make a run again: verification may go on meanwhile. */
export async function askWorker<K extends "proposal" | "again" | "written" | "converted" | "certificates">(
  wish: Wish | Again | Certify | Convert,
  kind: K,
): Promise<Extract<Answer, { kind: K }>> {
  const own = await startWorker();
  try {
    return await new Promise((resolve, reject) => {
      own.onerror = (event) =>
        reject(new Error(event.message || "the browser ended it, most likely for want of memory"));
      own.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.kind === kind) resolve(data as Extract<Answer, { kind: K }>);
        else if (data.kind === "failed") reject(new Error(data.message));
      };
      own.postMessage(wish);
    });
  } finally {
    own.terminate();
  }
}
