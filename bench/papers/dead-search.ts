/**
 * `bench papers dead-variables --search`: whether a form of the root contention protocol (`dead-forms.ts`) gives Tables 7.2
 * and 7.3 of Slomp's thesis. Each is explored before and after the reduction; one whose resets are not the printed ones, or
 * that has a deadlock, does not count. First all by what is stored for the first query, which depends little on the order of
 * the search. Then the nearest of them, by all eight figures, with edges in both orders, and with states counted as stored in
 * two ways: all, or without those with a committed location, as UPPAAL's default has it.
 */
import { table } from "../table.ts";
import { allForms, type Form, formText } from "./dead-forms.ts";
import { reduceText, verdictOn } from "./reduced.ts";

/** Explored and stored, before and after, of Table 7.2 and of Table 7.3. */
const paper = [233, 225, 110, 76, 48, 41, 48, 41] as const;
const queries = ["A[] not deadlock", "E<> Wire01.filled_both"] as const;
const SHOWN = 12;
/** Forms that are looked at in all ways, and how many states may be stored otherwise for them to be reduced at all. */
const NEAR = 150;
const FAR = 0.08;

/** Zones as UPPAAL has them; hundreds of states are sooner explored than compiled. */
const small = { abstraction: "extra", compiled: false } as const;

interface Tried {
  readonly form: Form;
  readonly way: string;
  readonly figures: readonly number[];
  readonly distance: number;
}

type Line = (reset: never) => string;

export function searchContention(resets: readonly string[], line: Line): void {
  const forms = allForms();
  const first: { readonly form: Form; readonly away: number }[] = [];
  let [dead, others, far] = [0, 0, 0];
  for (const form of forms) {
    const text = formText(form);
    const before = storedOf(text);
    if (before === undefined) dead++;
    else if (awayFrom(paper[1], before) > FAR) far++;
    else {
      const reduction = reduceText(text);
      const ours = reduction.resets.map((r) => line(r as never));
      const isPrinted = ours.length === resets.length && ours.every((l) => resets.includes(l));
      const after = isPrinted ? storedOf(reduction.text) : undefined;
      if (after === undefined) others++;
      else first.push({ form, away: awayFrom(paper[1], before) + awayFrom(paper[3], after) });
    }
  }
  console.log(
    `\nroot contention: ${forms.length} forms; ${dead} have a deadlock, ${far} store other than ${paper[1]} states by more than ${100 * FAR} %, ${others} have other resets`,
  );
  const near = first.toSorted((a, b) => a.away - b.away).slice(0, NEAR);
  const tried = near.flatMap(({ form }) => inAllWays(form));
  tried.sort((a, b) => a.distance - b.distance);
  report(tried, near.length);
}

/** Of the nearest way to count, in parts. */
function awayFrom(printed: number, stored: readonly number[]): number {
  return Math.min(...stored.map((n) => Math.abs(n - printed))) / printed;
}

function report(tried: readonly Tried[], near: number): void {
  const hits = paper.map((n, k) => new Set(tried.filter(({ figures }) => figures[k] === n).map((t) => t.form)).size);
  const all = (from: number, to: number): number =>
    tried.filter(({ figures }) => paper.slice(from, to).every((n, k) => figures[from + k] === n)).length;
  console.log(
    `the ${near} nearest in all ways (${tried.length}): ${all(0, 4)} give Table 7.2, ${all(4, 8)} Table 7.3, ${all(0, 8)} both; forms that give a figure: ` +
      `${paper.map((n, k) => `${n}: ${hits[k]}`).join(", ")}; the nearest:`,
  );
  const names = Object.keys(tried[0]!.form);
  const head = ["7.2 explored", "stored", "explored after", "stored after", "7.3 e", "s", "e after", "s after"];
  console.log(
    table(
      [...names, "way", ...head, "distance"],
      [
        ["paper", ...names.map(() => ""), ...paper, ""],
        ...tried
          .slice(0, SHOWN)
          .map(({ form, way, figures, distance }) => [
            ...Object.values(form).map((v) => (v === "" ? "-" : String(v))),
            way,
            ...figures,
            `${(100 * distance).toFixed(1)}%`,
          ]),
      ],
    ),
  );
}

function inAllWays(form: Form): Tried[] {
  return [false, true].flatMap((isReversed) =>
    [false, true].map((forgets): Tried => {
      const text = formText(form, isReversed);
      const ask = (t: string, query: string): number[] => {
        const { explored, stored } = verdictOn(t, query, { ...small, forgetCommitted: forgets }).statistics;
        return [explored, stored];
      };
      const texts = [text, reduceText(text).text];
      const figures = queries.flatMap((query) => texts.flatMap((t) => ask(t, query)));
      const distance = figures.reduce((sum, n, k) => sum + Math.abs(n - paper[k]!) / paper[k]!, 0) / paper.length;
      return {
        form,
        way: `${isReversed ? "reversed" : "in order"}${forgets ? ", committed not stored" : ""}`,
        figures,
        distance,
      };
    }),
  );
}

/** All states, and those without a committed location; undefined for a deadlock. */
function storedOf(text: string): readonly number[] | undefined {
  const stored: number[] = [];
  for (const forgetCommitted of text.includes("<committed/>") ? [false, true] : [false]) {
    const { outcome, statistics } = verdictOn(text, queries[0], { ...small, forgetCommitted });
    if (outcome !== "satisfied") return undefined;
    stored.push(statistics.stored);
  }
  return stored;
}
