import { signal } from "@preact/signals";
import type { Verdict } from "../../../src/index.ts";
import type { Judgement } from "../../certify/checking.ts";
import { text } from "../core/document.ts";
import { askWorker } from "../worker/ask.ts";
import type { Check, Checked } from "../worker/checker.ts";
import { type Result, settings } from "./engine.ts";

/**
 * "Check this answer": the worker makes a certificate, and the independent checker judges it, in a thread of its own whose
 * program is loaded then. What it says stands beside the verdict as long as that does.
 */
type Seal =
  | { readonly kind: "busy" }
  | ({ readonly kind: "judged" } & Checked)
  | { readonly kind: "none"; readonly why: string };

const seals = signal<ReadonlyMap<Result, Seal>>(new Map());

export function SealOf({ result }: { readonly result: Result }) {
  const { verdict, found } = result;
  const { outcome } = verdict;
  if (found !== undefined || (outcome !== "satisfied" && outcome !== "violated")) return null;
  const seal = seals.value.get(result);
  if (seal === undefined)
    return (
      <button
        type="button"
        title="Have the answer proved by a program that shares nothing with the search"
        onClick={() => void check(result)}
      >
        Check this answer
      </button>
    );
  if (seal.kind === "busy") return <span class="seal">checking…</span>;
  if (seal.kind === "none") return <p class="reason">This answer cannot be certified, because {seal.why}</p>;
  const { judgements, seconds } = seal;
  const refused = judgements.find((one) => one.result !== "proved");
  if (refused?.result === "unsupported")
    return <p class="reason">This answer cannot be certified, because it is {refused.reason}</p>;
  if (refused !== undefined)
    return (
      <p class="seal refused">
        The checker refuses the certificate: {refused.reason}. Please report this with the model: the answer may be
        wrong.
      </p>
    );
  return (
    <p class="seal proved">
      ✓ Proved by an independent checker in{" "}
      {seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}:{" "}
      {judgements.map(provedText).join("; ")}
    </p>
  );
}

function provedText({ claim, judged = {} }: Judgement): string {
  const counts = Object.entries(judged).map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  return `${claim} (${counts.join(", ")})`;
}

async function check(result: Result): Promise<void> {
  const show = (seal: Seal): void => {
    seals.value = new Map([...seals.value, [result, seal]]);
  };
  show({ kind: "busy" });
  try {
    show(await judged(result.verdict));
  } catch (error) {
    show({ kind: "none", why: error instanceof Error ? error.message : String(error) });
  }
}

async function judged(verdict: Verdict): Promise<Seal> {
  const model = new TextEncoder().encode(text.value);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", model));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const { query: formula } = verdict;
  const wish = { kind: "certify", text: text.value, formula, verdict, sha256, settings: settings.value } as const;
  const made = await askWorker(wish, "certificates");
  if (made.texts === undefined) return { kind: "none", why: made.why ?? "there is none" };
  const task: Check = { subject: { model, name: "model.xml", sha256 }, certificates: made.texts };
  const checker = new Worker(new URL("../worker/checker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Seal>((resolve, reject) => {
      checker.onmessage = ({ data }: MessageEvent<Checked>) => resolve({ kind: "judged", ...data });
      checker.onerror = (event) => reject(new Error(`the checker failed: ${event.message}`));
      checker.postMessage(task);
    });
  } finally {
    checker.terminate();
  }
}
