/** What is said of certificates: lines for people, an object for machines, and an exit code. */
import { Fragment, parseQuery, printQuery } from "../../src/syntax/index.ts";
import type { Judgement } from "./checking.ts";
import type { Header, Refines } from "./format.ts";

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

/** Text of others: in one line, and nothing that a terminal obeys. */
function line(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029]+/gu, " ");
}

/** A query in one line; with comments, which might say anything, it is told by what was read. */
function queryText(query: string): string {
  if (line(query) === query && !/\/[/*]/.test(query)) return query;
  const { query: tree } = parseQuery(Fragment.of(query));
  return line(tree === undefined ? query : printQuery(tree));
}

/** What a certificate claims, in words. */
export function claimText({ query: written, outcome, proof, limit, values, refines }: Header): string {
  const query = queryText(written);
  if (refines !== undefined) return refinementText(refines, proof === "refines" ? "every" : "not every");
  if (values !== undefined) {
    const all = values.intervals.map(([low, isOpen, high, isOpenAbove]) => {
      return `${isOpen ? "(" : "["}${low},${high === null ? "infinity)" : `${high}${isOpenAbove ? ")" : "]"}`}`;
    });
    if (all.length === 0) return `${query}, term ${values.term + 1}: there is no value`;
    const is = proof === "taken" ? "every value is taken of" : "no value is outside of";
    return `${query}, term ${values.term + 1}: ${is} ${all.join(" ")}`;
  }
  if (limit === undefined) return `${query} is ${outcome}`;
  const term = `${query}, term ${limit.term + 1}`;
  if (limit.bound === null) return `${term}: there is no limit`;
  if (proof === "taken") return `${term}: values come as near to ${limit.bound} as one likes`;
  if (proof === "run") return `${term}: ${limit.bound} is reached`;
  return `${term}: nothing is beyond ${limit.bound}${limit.strict ? ", nor at it" : ""}`;
}

function refinementText(
  { implementation, specification, channels, internal, variables }: Refines,
  every: string,
): string {
  const list = (names: readonly string[], none: string): string => (names.length === 0 ? none : names.join(", "));
  const unseen = internal.length === 0 ? "" : `; unseen ${internal.join(", ")}`;
  const compared = variables.length === 0 ? "" : `; variables ${variables.join(", ")}`;
  const sides = `${every} timed trace of ${list(implementation, "the system")} is one of ${list(specification.process, "the specification")}`;
  return `${sides} (channels ${list(channels, "none")}${unseen}${compared})`;
}

export function textOf({
  file,
  result,
  claim,
  proof,
  permuted,
  leftOut,
  dead,
  judged,
  reason,
  member,
  step,
  seconds,
}: Judged): string {
  const isSet = proof === "unreachable" || proof === "ends" || proof === "refines";
  const by = {
    run: "a run of the model",
    unreachable: "a closed set of states",
    ends: "falling ranks of states",
    stays: "a run that stays",
    way: "a way that stays",
    taken: "ways to values",
    refines: "pairs of states",
    apart: "a run of both sides",
  };
  const lines = [`${file}: ${words[result]}${claim === undefined ? "" : `: ${line(claim)}`}`];
  if (result === "proved") {
    const counts = Object.entries(judged ?? {}).map(([what, count]) => `${count} ${what}`);
    const upTo = permuted === undefined ? "" : `, up to permutations of ${permuted.join(" and of ")} elements`;
    const without = leftOut === undefined ? "" : `, without ${leftOut.join(", ")}`;
    const where = dead === undefined ? "" : `, ${dead} variable${dead === 1 ? "" : "s"} only where live`;
    lines.push(`  by ${by[proof ?? "run"]}${upTo}${without}${where}: ${counts.join(", ")}, ${seconds.toFixed(2)} s`);
  } else {
    const where = member === undefined ? "" : `${isSet ? "member" : "state"} ${member}: `;
    lines.push(line(`  ${where}${reason ?? ""}${step === undefined ? "" : `, by ${step}`}`));
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
