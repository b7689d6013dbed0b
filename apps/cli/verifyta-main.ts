import { isQuick, quickProcess } from "./quick.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
async function main(argv: readonly string[]): Promise<number> {
  const code = isQuick(argv) ? await quickProcess((await import("./verifyta-run.ts")).verifyta, argv) : undefined;
  return code ?? (await import("./thread.ts")).runThread("verifyta", argv);
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
