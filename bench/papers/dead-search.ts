/**
 * `bench papers dead-variables --search`: which form of the root contention protocol gives Tables 7.2 and 7.3 of Slomp's thesis. Its drawing is lost;
 * the eight printed resets and the names in them fix the shape, and what they leave open is tried in all combinations: marks of locations, which clock
 * bounds a wire, whether a message may be sent again, delays, codes of messages, and a location before `child`. Each form is explored
 * before and after the reduction with the thesis's first query; a form whose resets are not the printed ones does not count.
 */
import { table } from "../table.ts";
import { type Explored, explore, reduceText } from "./reduced.ts";

interface Choice {
  readonly contention: string;
  readonly idle: string;
  readonly almost: string;
  readonly again: boolean;
  readonly one: string;
  readonly both: string;
  readonly delay: number;
  readonly zero: string;
  readonly child: boolean;
}

const marks = ["", "urgent", "committed"];
const paper = [233, 225, 110, 76] as const;
const SHOWN = 12;

export function searchContention(text: string, resets: readonly string[], line: (reset: never) => string): void {
  let refused = 0;
  const tried = choices().flatMap((choice) => {
    const figures = figuresOf(formOf(text, choice), resets, line);
    if (figures === undefined) refused++;
    return figures === undefined ? [] : [{ choice, figures, distance: distanceOf(figures) }];
  });
  tried.sort((a, b) => a.distance - b.distance);
  const exact = tried.filter(({ distance }) => distance === 0).length;
  const seen = (k: number): number => tried.filter(({ figures }) => figures[k] === paper[k]).length;
  console.log(
    `\nroot contention: ${tried.length + refused} forms; ${refused} have other resets or an answer that is not the thesis's; ${exact} give all four figures; ` +
      `${paper.map((n, k) => `${seen(k)} give ${n}`).join(", ")}; the nearest:`,
  );
  const names = Object.keys(tried[0]!.choice);
  console.log(
    table(
      [...names, "explored", "stored", "explored after", "stored after", "distance"],
      [
        ["paper", ...names.slice(1).map(() => ""), ...paper, ""],
        ...tried
          .slice(0, SHOWN)
          .map(({ choice, figures, distance }) => [
            ...Object.values(choice).map((v) => (v === "" ? "-" : String(v))),
            ...figures,
            `${(100 * distance).toFixed(1)}%`,
          ]),
      ],
    ),
  );
}

function choices(): Choice[] {
  const all: Choice[] = [];
  for (const contention of marks)
    for (const idle of marks)
      for (const almost of marks)
        for (const again of [true, false])
          for (const one of ["x", "y"])
            for (const both of ["x", "y"])
              for (const delay of [100, 360, 400])
                for (const zero of ["REQ", "ACK", "IDLE"])
                  for (const child of [true, false])
                    all.push({ contention, idle, almost, again, one, both, delay, zero, child });
  return all;
}

function formOf(text: string, choice: Choice): string {
  const others = ["REQ", "ACK", "IDLE"].filter((name) => name !== choice.zero);
  let made = text
    .replace(/REQ = 0, ACK = 1, IDLE = 2/, `${choice.zero} = 0, ${others[0]} = 1, ${others[1]} = 2`)
    .replace("DELAY = 360", `DELAY = ${choice.delay}`);
  made = marked(made, "root_contention", choice.contention);
  made = marked(made, "rec_idle", choice.idle);
  for (const name of ["almost_root", "almost_child"]) made = marked(made, name, choice.almost);
  made = bounded(bounded(made, "filled_one", choice.one), "filled_both", choice.both);
  // Without a location before it the child is reached at once.
  if (!choice.child) made = made.replace(/(<source ref="id9"\/>\s*)<target ref="id12"\/>/, '$1<target ref="id13"/>');
  if (!choice.again)
    made = made
      .replace(/<transition>(?:(?!<\/transition>)[\s\S])*snd\[id\]\[m[12]\]\?[\s\S]*?<\/transition>/g, "")
      .replace(/<label kind="guard"[^>]*>m != m1<\/label>/, "");
  return made;
}

function marked(text: string, location: string, mark: string): string {
  const place = new RegExp(`(<name[^>]*>${location}</name>\\s*)(<urgent/>)?`);
  return text.replace(place, `$1${mark === "" ? "" : `<${mark}/>`}`);
}

function bounded(text: string, location: string, clock: string): string {
  return text.replace(new RegExp(`(<name[^>]*>${location}</name>\\s*<label[^>]*>)[xy]`), `$1${clock}`);
}

function figuresOf(text: string, resets: readonly string[], line: (reset: never) => string): number[] | undefined {
  try {
    const reduction = reduceText(text);
    const ours = reduction.resets.map((r) => line(r as never));
    if (ours.length !== resets.length || ours.some((l) => !resets.includes(l))) return undefined;
    const query = "A[] not deadlock";
    const figures = (e: Explored): number[] => [e.explored, e.stored];
    return [text, reduction.text].flatMap((t) => figures(explore(t, { query, extra: true })));
  } catch {
    // A deadlock, which the thesis has not.
    return undefined;
  }
}

function distanceOf(figures: readonly number[]): number {
  return figures.reduce((sum, n, k) => sum + Math.abs(n - paper[k]!) / paper[k]!, 0) / paper.length;
}
