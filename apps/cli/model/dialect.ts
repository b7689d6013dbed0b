import { InvalidArgumentError, Option } from "commander";
import type { Dialect } from "../../../src/index.ts";
import type { Io } from "../io/io.ts";

/** Which UPPAAL a file is for: the option that every command has which reads models, and what it comes to. */
export interface DialectOptions {
  readonly dialect?: Dialect;
  /** The same as `--dialect 3`. */
  readonly old?: boolean;
}

export const dialectOption = new Option(
  "--dialect <n>",
  "the version of UPPAAL that the files are for: 3, 4 or 5; found out if not given, with a warning where it is not 5",
).argParser((text): Dialect => {
  const found = ([3, 4, 5] as const).find((dialect) => String(dialect) === text);
  if (found === undefined) throw new InvalidArgumentError("It is 3, 4 or 5.");
  return found;
});

export const oldOption = new Option("--old", "the same as --dialect 3");

/** As read by `read`; UPPAAL's own variable counts where no option is given. */
export function dialectAsked({ dialect, old }: DialectOptions, io: Io): { readonly dialect?: Dialect } {
  if (dialect !== undefined) return { dialect };
  return old === true || io.env.UPPAAL_OLD_SYNTAX !== undefined ? { dialect: 3 } : {};
}
