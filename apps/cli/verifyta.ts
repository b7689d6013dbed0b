#!/usr/bin/env node
import { runThread } from "./thread.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
process.exitCode = await runThread("verifyta", process.argv.slice(2));
