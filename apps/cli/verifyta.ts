#!/usr/bin/env node
import { processIo } from "./io.ts";
import { explain } from "./run.ts";
import { runThread } from "./thread.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
try {
  process.exitCode = await runThread("verifyta", process.argv.slice(2));
} catch (error) {
  process.exitCode = explain(error, "verifyta", processIo(() => undefined));
}
