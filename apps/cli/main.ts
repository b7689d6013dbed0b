#!/usr/bin/env node
import { processIo } from "./io.ts";
import { explain } from "./run.ts";
import { longVerbs, zonal } from "./zonal.ts";

/** The process `zonal`. */
const argv = process.argv.slice(2);
const io = processIo(() => undefined);
const helps = argv.includes("--help") || argv.includes("-h");
try {
  process.exitCode = longVerbs.has(argv[0]) && !helps ? await (await import("./thread.ts")).runThread("zonal", argv) : await zonal(argv, io);
} catch (error) {
  process.exitCode = explain(error, "zonal", io);
}
