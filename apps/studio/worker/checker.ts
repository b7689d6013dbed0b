import { Checking, type Judgement, type Subject } from "../../certify/checking.ts";

/**
 * The thread of the independent checker (`apps/certify`), which shares only the reading of models with the engine. Its program is loaded when the
 * first answer is to be checked.
 */
export interface Check {
  readonly subject: Subject;
  readonly certificate: string;
}

export interface Checked {
  readonly judgement: Judgement;
  readonly seconds: number;
}

addEventListener("message", ({ data: { subject, certificate } }: MessageEvent<Check>) => {
  const started = performance.now();
  const checking = new Checking(subject);
  checking.add(new TextEncoder().encode(certificate));
  checking.isReady();
  const judgement = checking.judge();
  postMessage({ judgement, seconds: (performance.now() - started) / 1000 } satisfies Checked);
});
