#!/usr/bin/env node
/**
 * The process `zonal`. Verbs that may run for long get a thread of their own, so that Ctrl-C is heard; then this thread
 * loads next to nothing.
 */
const argv = process.argv.slice(2);
const isLong = argv[0] === "verify" || argv[0] === "export";
if (isLong && !argv.includes("--help") && !argv.includes("-h")) {
  process.exitCode = await (await import("./thread.ts")).runThread("zonal", argv);
} else {
  const [{ processIo }, { zonal }] = await Promise.all([import("./io.ts"), import("./zonal.ts")]);
  process.exitCode = await zonal(
    argv,
    processIo(() => undefined),
  );
}
