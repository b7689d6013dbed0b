/**
 * `bench papers reconstruction --search`: which form of a case study gives the figures of Rinast et al., Table I. How
 * transformations are counted is settled by the models that come with UPPAAL (all their rows are met); what is left open for
 * CSMA/CD and TDMA is the model. All combinations of the choices that the case studies leave are run, and told apart by their
 * distance from the printed row: the mean over recorded, removed and kept transitions of how far each is from the paper's, in
 * parts of the paper's.
 */
import { type Network, open } from "../../src/index.ts";
import { table } from "../table.ts";
import { csmacd, csmacdChoices } from "./reconstruction-csmacd.ts";
import { type PaperRow, paper } from "./reconstruction-models.ts";
import { tdmaChoices, tdmaModel } from "./reconstruction-tdma.ts";
import { type Walked, walk } from "./reconstruction-walk.ts";

interface Tried {
  readonly choices: readonly string[];
  readonly short: Walked;
  readonly long: Walked;
  readonly distance: number;
}

/** How many of the nearest are printed. */
const SHOWN = 12;

export function search(seed: number, runs: number): number {
  report("csmacd2", csmacdChoices(), (choice) => csmacd(2, choice), seed, runs);
  report("tdma", tdmaChoices(), tdmaModel, seed, runs);
  return 0;
}

function report<Choice extends object>(
  name: string,
  choices: readonly Choice[],
  model: (choice: Choice) => string,
  seed: number,
  runs: number,
): void {
  const figures = paper[name]!;
  const tried = choices.map((choice) => tryOne(choice, model(choice), figures, seed, runs));
  tried.sort((a, b) => a.distance - b.distance);
  const row = ({ choices, short, long, distance }: Tried): string[] => [
    ...choices,
    ...[short, long].flatMap((w) => [
      w.transitions.toFixed(1),
      w.before.toFixed(1),
      `${w.removed.toFixed(1)}%`,
      w.keptTransitions.toFixed(1),
    ]),
    `${(100 * distance).toFixed(1)}%`,
  ];
  const theirs = [0, 1].flatMap((k) => [
    k === 0 ? "100" : "1000",
    figures.before[k as 0 | 1].toFixed(1),
    `${figures.reduction[k as 0 | 1].toFixed(1)}%`,
    figures.transitions[k as 0 | 1].toFixed(1),
  ]);
  const names = Object.keys(choices[0]!);
  const ranges = names.map((n) => `${n}: ${[...new Set(choices.map((c) => String((c as never)[n])))].join(" | ")}`);
  console.log(
    `\n${name}: ${tried.length} forms (${ranges.join("; ")}), the nearest ${Math.min(SHOWN, tried.length)} and the farthest`,
  );
  const head = ["length", "before", "removed", "transitions"];
  console.log(
    table(
      [...names, ...head, ...head, "distance"],
      [
        ["paper", ...names.slice(1).map(() => ""), ...theirs, ""],
        ...tried.slice(0, SHOWN).map(row),
        row(tried.at(-1)!),
      ],
    ),
  );
}

function tryOne(choice: object, text: string, figures: PaperRow, seed: number, runs: number): Tried {
  const { network, diagnostics } = open(text);
  if (network === undefined) throw new Error(`${JSON.stringify(choice)}: ${diagnostics[0]?.message}`);
  const walked = (length: number, times: number): Walked =>
    walk(network as Network, { length, times: Math.max(1, times), seed, chainsOnly: true });
  const short = walked(100, runs);
  const long = walked(1000, Math.round(runs / 10));
  const parts = [short, long].flatMap((w, k) => [
    off(w.before, figures.before[k as 0 | 1]),
    off(w.removed, figures.reduction[k as 0 | 1]),
    off(w.keptTransitions, figures.transitions[k as 0 | 1]),
  ]);
  return {
    choices: Object.values(choice).map(String),
    short,
    long,
    distance: parts.reduce((a, b) => a + b, 0) / parts.length,
  };
}

function off(ours: number, theirs: number): number {
  return Math.abs(ours - theirs) / theirs;
}
