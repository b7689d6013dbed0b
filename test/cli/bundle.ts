import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "rolldown";
import config from "../../rolldown.config.ts";

/** Builds the commands into a folder, as `npm run build` does into `dist/bin`: tests then run what is in the sources now. */
export async function bundle(folder: string): Promise<void> {
  await build({ ...config, logLevel: "silent", output: { ...config.output, dir: folder } } as BuildOptions);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
}
