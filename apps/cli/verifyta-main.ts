import { listen } from "./ears.ts";
import { runProcess } from "./quick.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
async function main(argv: readonly string[]): Promise<number> {
  const ears = listen();
  return runProcess("verifyta", async () => (await import("./verifyta-run.ts")).verifyta, argv, ears);
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
