import { effect, signal } from "@preact/signals";
import { fileName, opening } from "../core/document.ts";
import { counted } from "../core/words.ts";
import { type Result, results } from "./engine.ts";

/**
 * What each query was answered before, by its text. It is kept in the browser by the file's name, so that the answers of
 * yesterday can be compared with those of today; of each query the last ones.
 */
export interface Past {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: string;
  readonly outcome: string;
  readonly seconds: number;
  /** States, or runs. */
  readonly size: string;
}

const most = 20;
export const past = signal<Readonly<Record<string, readonly Past[]>>>({});
const keyOf = (name: string): string => `zonal-answers:${name}`;

effect(() => {
  opening.value;
  try {
    past.value = JSON.parse(localStorage.getItem(keyOf(fileName.peek())) ?? "{}");
  } catch {
    past.value = {};
  }
});

let seen: ReadonlyMap<string, Result> = new Map();
effect(() => {
  const now = results.value;
  const fresh = [...now].filter(([formula, result]) => seen.get(formula) !== result);
  seen = now;
  if (fresh.length === 0) return;
  const next = { ...past.peek() };
  for (const [formula, result] of fresh) next[formula] = [pastOf(result), ...(next[formula] ?? [])].slice(0, most);
  past.value = next;
  try {
    localStorage.setItem(keyOf(fileName.peek()), JSON.stringify(next));
  } catch {
    // The browser keeps nothing: then the history ends with the page.
  }
});

function pastOf({ verdict, found, seconds, problem }: Result): Past {
  const { explored } = verdict.statistics;
  const size = found === undefined ? counted(explored, "state") : counted(found.runs, "run");
  const values = verdict.values?.map((v) => v.text).join(", ") ?? "";
  return { at: Date.now(), words: found?.lines[0] ?? values, outcome: problem ?? verdict.outcome, seconds, size };
}
