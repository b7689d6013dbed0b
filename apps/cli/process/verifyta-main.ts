import { versionInPath } from "../verifyta/dialect.ts";
import { listen } from "./ears.ts";
import { runProcess } from "./quick.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
async function main(argv: readonly string[]): Promise<number> {
  const ears = listen();
  return runProcess("verifyta", async () => (await import("../verifyta/run.ts")).verifyta, argv, ears);
}

// Called as `uppaal64-4.1.26/bin-Linux/verifyta`, it is taken for that version.
const version = versionInPath(process.argv[1] ?? "");
if (version !== undefined) process.env.VERIFYTA_DIALECT ||= version;

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
