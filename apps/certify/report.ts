/** What is said of certificates: lines for people, an object for machines, and an exit code. */
import type { Judgement } from "./checking.ts";

export interface Judged extends Judgement {
  readonly file: string;
  readonly seconds: number;
}

const words = {
  proved: "proved",
  refused: "REFUSED",
  unreadable: "not a certificate for this model",
  unsupported: "not judged",
} as const;

export function textOf({ file, result, claim, proof, judged, reason, member, step, seconds }: Judged): string {
  const isRun = proof === "run" || proof === "stays";
  const by = {
    run: "a run of the model",
    unreachable: "a closed set of states",
    ends: "falling ranks of states",
    stays: "a run that stays",
  };
  const lines = [`${file}: ${words[result]}${claim === undefined ? "" : `: ${claim}`}`];
  if (result === "proved") {
    const counts = Object.entries(judged ?? {}).map(([what, count]) => `${count} ${what}`);
    lines.push(`  by ${by[proof ?? "run"]}: ${counts.join(", ")}, ${seconds.toFixed(2)} s`);
  } else {
    const where = member === undefined ? "" : `${isRun ? "state" : "member"} ${member}: `;
    lines.push(`  ${where}${reason ?? ""}${step === undefined ? "" : `, by ${step}`}`);
  }
  return `${lines.join("\n")}\n`;
}

export function jsonOf(model: string, all: readonly Judged[]): object {
  return {
    model,
    exitCode: exitOf(all),
    certificates: all.map(({ seconds, ...judged }) => ({ ...judged, seconds: Number(seconds.toFixed(3)) })),
  };
}

/** 0: every claim is proved. 1: one does not follow. 2: a file is no certificate for this model. 3: one is not judged. */
export function exitOf(all: readonly Judged[]): number {
  const has = (result: Judged["result"]): boolean => all.some((judged) => judged.result === result);
  return has("unreadable") ? 2 : has("refused") ? 1 : has("unsupported") ? 3 : 0;
}
