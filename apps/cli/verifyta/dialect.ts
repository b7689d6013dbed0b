import { Failure } from "../process/exit.ts";

/**
 * The words of one version of UPPAAL's verifyta. 5.0 is what we speak unless 4.1 is asked for: by `--dialect`, by the
 * environment (`VERIFYTA_DIALECT`), or by the folder the command was called from (`uppaal64-4.1.26/bin-Linux/verifyta`),
 * since clients decide by that name or by `-v` which texts and files to expect.
 */
export interface Dialect {
  /** What `-v` says. */
  readonly version: string;
  readonly representation: string;
  /** More lines of the summary of options. */
  readonly storage: string;
  /** Whether the formula of a query in the model is repeated. */
  readonly repeats: boolean;
  /** Whether traces know the time from the start as a clock, `#time`. */
  readonly time: boolean;
  readonly xtrFile: (prefix: string, number: number) => string;
  readonly writing: (example: boolean, path: string) => string;
  readonly showing: (example: boolean) => string;
  /** Where the text of a trace and the news that one is written go. */
  readonly traceTo: "out" | "err";
}

export const uppaal5: Dialect = {
  version: "5.0.0",
  representation: "minimal constraint systems with future testing",
  storage: "  Using HashMap + Compress integers for discrete state storage\n",
  repeats: true,
  time: true,
  xtrFile: (prefix, number) => `${prefix}-${number}`,
  writing: (_, path) => ` -- Writing witness trace to ${path}\n`,
  showing: () => " -- Showing witness trace:\n",
  traceTo: "out",
};

export const uppaal41: Dialect = {
  version: "4.1.26",
  representation: "minimal constraint systems",
  storage: "",
  repeats: false,
  time: false,
  xtrFile: (prefix, number) => `${prefix}-${number}.xtr`,
  writing: (example, path) => `Writing ${example ? "example trace" : "counter example"} to ${path}\n`,
  showing: (example) => `Showing ${example ? "example trace" : "counter example"}.\n`,
  traceTo: "err",
};

/** By a version: `5`, `5.0`, `4.1.26`. */
export function dialectOf(version: string): Dialect {
  if (/^5(\.\d+)*$/.test(version)) return uppaal5;
  if (/^4(\.\d+)*$/.test(version)) return uppaal41;
  throw new Failure(`there is no dialect '${version}'`, { code: 1, hint: "the dialects are 5.0 and 4.1" });
}

/** The version in the name of a folder of the path, as UPPAAL's archives are called: `uppaal64-4.1.26`, `UPPAAL-5.0.0.app`. */
export function versionInPath(path: string): string | undefined {
  return /[\\/]uppaal(?:64)?-([45](?:\.\d+)*)[^\\/]*[\\/]/i.exec(path)?.[1];
}
