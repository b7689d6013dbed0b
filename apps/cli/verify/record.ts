import { bytesOf, type Ready } from "../model/load.ts";
import { machine, sha256 } from "../process/machine.ts";
import type { Options } from "./options.ts";

/**
 * What `verify --json` says of how its answers came about, so that they can be had again: the model's hash, the options, the
 * machine; and the same as words of a command line, for `zonal rerun`. Options that change only what is printed and written
 * are left out.
 */
export type RecordedOptions = Readonly<Record<string, unknown>>;

export function modelJson({ source }: Pick<Ready, "source">): object {
  const bytes = bytesOf(source);
  return {
    file: source.name,
    format: source.format,
    ...(bytes === undefined ? {} : { sha256: sha256(bytes) }),
  };
}

export function circumstances(options: Options): { readonly options: RecordedOptions; readonly machine: string } {
  const wanted = options.traceFile === undefined && options.certificate === undefined ? {} : { trace: "some" };
  const given = Object.entries({ ...wanted, ...options });
  const told = given.filter(([name, value]) => name in kinds && value !== undefined);
  return { options: Object.fromEntries(told), machine: machine() };
}

/** What a search depends on: limits, and the folder for what does not fit, may be others when it goes on. */
export function dependencies(options: Options): RecordedOptions {
  const {
    formula: _f,
    query: _q,
    label: _l,
    timeout: _t,
    memory: _m,
    maxStates: _s,
    spill: _d,
    ...rest
  } = circumstances(options).options;
  return rest;
}

type Kind = "value" | "each" | "list" | "flag" | "no";

/** What changes only what is printed and written. */
type Printing =
  | "traceFile"
  | "certificate"
  | "emit"
  | "json"
  | "junit"
  | "sarif"
  | "statistics"
  | "why"
  | "progress"
  | "quiet"
  | "watch"
  | "cluster"
  | "checkpoint"
  | "every"
  | "resume"
  | "plot"
  | "trajectories"
  | "results"
  | "run";
type Asking = Exclude<keyof Options, Printing>;

/** How each other option is written on a command line. `no`: it is there unless it is said not to be. */
const kinds: Readonly<Record<Asking, Kind>> = {
  formula: "each",
  query: "list",
  label: "list",
  trace: "value",
  order: "value",
  seed: "value",
  timeout: "value",
  memory: "value",
  maxStates: "value",
  abstraction: "value",
  engine: "value",
  reduce: "no",
  forgetCommitted: "flag",
  share: "no",
  symmetry: "no",
  accelerate: "value",
  acceleration: "no",
  localTime: "value",
  bitstate: "value",
  spill: "value",
  threads: "value",
  dialect: "value",
  old: "flag",
  alpha: "value",
  beta: "value",
  epsilon: "value",
  delta: "value",
  runs: "value",
  relativeError: "value",
  quantile: "list",
  bootstrap: "value",
  exact: "flag",
  level: "value",
};

/**
 * The words that mean these options; whether each makes sense is told by whoever reads them. An option that is none is left
 * as its name.
 */
export function wordsOf(options: RecordedOptions): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const kind = Object.hasOwn(kinds, key) ? kinds[key as Asking] : undefined;
    if (kind === undefined) return [`--${name}`];
    if (kind === "no") return value === false ? [`--no-${name}`] : [];
    if (value === true) return [`--${name}`];
    if (kind === "each" && Array.isArray(value)) return value.map((one) => `--${name}=${String(one)}`);
    return [`--${name}=${String(value)}`];
  });
}
