import { dirname, join } from "node:path";
import { type LintConfig, lintIds, readLintConfig } from "../../../src/index.ts";
import { isFile, readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";

/** The settings for a model: those of `--config`, or of `zonal-lint.json` beside it. */
const NAME = "zonal-lint.json";

export function settingsFor(model: string, { config }: { readonly config?: string }, io: Io): LintConfig {
  const beside = join(model === "-" ? "." : dirname(model), NAME);
  const path = config ?? (isFile(beside) ? beside : undefined);
  if (path === undefined) return { rules: {} };
  const settings = readLintConfig(new TextDecoder().decode(readBytes(path, io)), lintIds);
  if ("fault" in settings) throw new Failure(`${path}: ${settings.fault}`);
  return settings;
}
