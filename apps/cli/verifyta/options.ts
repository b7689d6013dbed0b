import { Failure } from "../process/exit.ts";
import { type Dialect, dialectOf } from "./dialect.ts";

/**
 * The options of UPPAAL's verifyta (docs/compatibility.md, VO1 to VO17): short ones with the value attached or apart
 * (`-t0`, `-t 0`), several flags in one word (`-su`), long ones with `=` or apart. Those that only tune UPPAAL's own
 * representation are accepted and change nothing, as are those of learning and strategies, since a query that would need
 * them has no answer here; an unknown one is refused.
 */
export interface VerifytaOptions {
  trace?: "some" | "shortest" | "fastest";
  /** Unset: breadth first, as the search itself likes it. */
  order?: "bfs" | "dfs" | "random";
  xtrPrefix?: string;
  xmlPrefix?: string;
  symbolic: boolean;
  statistics: boolean;
  silent: boolean;
  quiet: boolean;
  seed: number;
  seedGiven: boolean;
  /** 0 none, 1 conservative, 2 aggressive. */
  space: number;
  spaceGiven: boolean;
  extrapolation: number;
  hull: boolean;
  under: boolean;
  queryIndex?: number;
  reuse: boolean;
  help: boolean;
  version: boolean;
  old: boolean;
  /** Only to be translated into the intermediate format. */
  compile: boolean;
  dialect: Dialect;
  /** Parameters of statistical queries, as far as they are given. */
  wishes: Partial<Record<WishName, number>>;
  files: string[];
}

type WishName = "alpha" | "beta" | "epsilon" | "lowerDelta" | "upperDelta" | "u0" | "u1";

/** The long options of statistics, and the letters of some. */
const wishNames: Readonly<Record<string, WishName>> = {
  alpha: "alpha",
  beta: "beta",
  epsilon: "epsilon",
  "lower-delta": "lowerDelta",
  "upper-delta": "upperDelta",
  u0: "u0",
  u1: "u1",
};
const wishLetters: Readonly<Record<string, WishName>> = { a: "alpha", B: "beta", E: "epsilon" };

const takesValue = new Set(["t", "o", "f", "X", "n", "S", "H", "r", "p", "a", "B", "E", "R", "W", "D"]);
const flags = new Set(["y", "Y", "u", "s", "q", "A", "C", "Z", "T", "U", "h", "v", "b", "V", "z", "d", "c", "N"]);

const longNames: Readonly<Record<string, string>> = {
  diagnostic: "t",
  "search-order": "o",
  "write-trace": "f",
  "xml-trace": "X",
  extrapolation: "n",
  "space-reduction": "S",
  "space-optimization": "S",
  "hashtable-size": "H",
  seed: "r",
  "query-index": "p",
  "generate-trace": "t",
  "symbolic-trace": "y",
  "pre-post-stable": "Y",
  statistics: "u",
  "print-stats": "u",
  summary: "u",
  "silence-progress": "s",
  "no-progress": "s",
  silence: "s",
  "no-summary": "q",
  "no-options": "q",
  approximation: "A",
  "convex-hull": "A",
  reuse: "T",
  help: "h",
  version: "v",
  "old-syntax": "b",
};
/** Long options with a value that no answer of ours depends on: numbers of statistics, learning and storage. */
const ignoredNumbers = new Set([
  "lease",
  "epsilon-absolute",
  "histogram-bar-width",
  "histogram-bars",
  "learning-method",
  "good-runs",
  "total-runs",
  "runs-pr-state",
  "eval-runs",
  "max-iterations",
  "max-resets",
  "max-reset-learning",
  "reset-no-better",
  "max-imitation",
  "filter",
  "discount",
  "random-search-limit",
  "deterministic-search-limit",
  "split-filter-rate",
  "split-ks",
  "split-lower-t",
  "split-upper-t",
  "generate-strategy",
  "discretization",
  "truncation",
  "truncation-error",
  "truncation-time-error",
  "trace-resolution",
  "state-representation",
  "discrete-storage",
  "store-mode",
]);
/** The same with a text: licences, and a folder for strategies, of which there are none. */
const ignoredTexts = new Set(["key", "lease-server", "print-strategies"]);

export function parseVerifyta(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): VerifytaOptions {
  const options: VerifytaOptions = {
    symbolic: false,
    statistics: false,
    silent: false,
    quiet: false,
    seed: 1,
    seedGiven: false,
    space: 1,
    spaceGiven: false,
    extrapolation: 0,
    hull: false,
    under: false,
    reuse: false,
    help: false,
    version: false,
    old: env.UPPAAL_OLD_SYNTAX !== undefined,
    // `UPPAAL_COMPILE_ONLY= verifyta ...` is how a caller unsets it for one command.
    compile: (env.UPPAAL_COMPILE_ONLY ?? "") !== "",
    dialect: dialectOf(env.VERIFYTA_DIALECT || "5.0"),
    wishes: {},
    files: [],
  };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    const value = (option: string): string => {
      const given = argv[++i];
      if (given === undefined) throw new Failure(`the option ${option} needs a value`, { code: 1 });
      return given;
    };
    if (word === "--") {
      options.files.push(...argv.slice(i + 1));
      break;
    }
    if (word.startsWith("--")) {
      const [name, attached] = splitOnce(word.slice(2));
      const given = (): string => attached ?? value(word);
      if (name === "dialect") {
        options.dialect = dialectOf(given());
        continue;
      }
      const wish = Object.hasOwn(wishNames, name) ? wishNames[name] : undefined;
      if (wish !== undefined) {
        options.wishes[wish] = wished(wish, given(), word);
        continue;
      }
      if (ignoredTexts.has(name) || ignoredNumbers.has(name)) {
        ignore(name, given());
        continue;
      }
      const letter = Object.hasOwn(longNames, name) ? longNames[name] : undefined;
      if (letter === undefined)
        throw new Failure(`unrecognised option '${word}'`, { code: 1, hint: "run verifyta -h for the list" });
      apply(letter, takesValue.has(letter) ? given() : "", word, options);
    } else if (word.startsWith("-") && word.length > 1) {
      for (let k = 1; k < word.length; k++) {
        const letter = word.charAt(k);
        if (takesValue.has(letter)) {
          apply(letter, word.slice(k + 1) || value(`-${letter}`), `-${letter}`, options);
          break;
        }
        if (!flags.has(letter))
          throw new Failure(`unrecognised option '-${letter}'`, { code: 1, hint: "run verifyta -h for the list" });
        apply(letter, "", `-${letter}`, options);
      }
    } else options.files.push(word);
  }
  return options;
}

function ignore(name: string, value: string): void {
  if (ignoredNumbers.has(name) && (value.trim() === "" || Number.isNaN(Number(value))))
    throw new Failure(`the option --${name} takes a number, not '${value}'`, { code: 1 });
}

/** A probability; the ratios of a comparison may be above 1. */
function wished(name: WishName, text: string, option: string): number {
  const value = Number(text.replace(/^=/, ""));
  const most = name === "u0" || name === "u1" ? Infinity : 1;
  if (text.trim() === "" || !(value > 0 && value < most))
    throw new Failure(
      `the option ${option} takes a number ${most === 1 ? "between 0 and 1" : "above 0"}, not '${text}'`,
      {
        code: 1,
      },
    );
  return value;
}

function splitOnce(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function apply(letter: string, value: string, option: string, options: VerifytaOptions): void {
  const wish = wishLetters[letter];
  if (wish !== undefined) options.wishes[wish] = wished(wish, value, option);
  const number = (low: number, high: number): number => {
    const n = Number(value.replace(/^=/, ""));
    if (!Number.isInteger(n) || n < low || n > high)
      throw new Failure(`the option ${option} takes a number from ${low} to ${high}, not '${value}'`, { code: 1 });
    return n;
  };
  switch (letter) {
    case "t":
      options.trace = (["some", "shortest", "fastest", "fastest"] as const)[number(0, 3)];
      return;
    case "o":
      // 3 to 5 are CORA's orders, 6 looks for the target first; the best-first ones search breadth first here.
      options.order = (["bfs", "dfs", "random", "bfs", "bfs", "dfs", "bfs"] as const)[number(0, 6)];
      return;
    case "f":
      options.xtrPrefix = value;
      return;
    case "X":
      options.xmlPrefix = value;
      return;
    case "y":
    case "Y":
      options.symbolic = true;
      return;
    case "n":
      options.extrapolation = number(0, 4);
      return;
    case "S":
      options.space = number(0, 2);
      options.spaceGiven = true;
      return;
    case "r":
      options.seed = number(0, 0xffffffff);
      options.seedGiven = true;
      return;
    case "p":
      options.queryIndex = number(0, 1_000_000);
      return;
    case "A":
      options.hull = true;
      return;
    case "Z":
      options.under = true;
      return;
    case "T":
      options.reuse = true;
      return;
    case "u":
      options.statistics = true;
      return;
    case "s":
      options.silent = true;
      return;
    case "q":
      options.quiet = true;
      return;
    case "h":
      options.help = true;
      return;
    case "v":
      options.version = true;
      return;
    case "b":
      options.old = true;
      return;
    default:
  }
}
