import { Checking, type Judgement, type Subject } from "../../certify/checking.ts";

/**
 * The thread of the independent checker (`apps/certify`), which shares only the reading of models with the engine. Its
 * program is loaded when the first answer is to be checked.
 */
export interface Check {
  readonly subject: Subject;
  readonly certificates: readonly string[];
}

export interface Checked {
  /** One for each certificate, up to the first that proves nothing. */
  readonly judgements: readonly Judgement[];
  readonly seconds: number;
}

addEventListener("message", ({ data: { subject, certificates } }: MessageEvent<Check>) => {
  const started = performance.now();
  const judgements: Judgement[] = [];
  for (const certificate of certificates) {
    const checking = new Checking(subject);
    checking.add(new TextEncoder().encode(certificate));
    checking.isReady();
    const judgement = checking.judge();
    judgements.push(judgement);
    if (judgement.result !== "proved") break;
  }
  postMessage({ judgements, seconds: (performance.now() - started) / 1000 } satisfies Checked);
});
