#!/usr/bin/env node
import { isQuick, quickProcess } from "./quick.ts";

/** The process `verifyta`, for scripts written for UPPAAL's. */
const argv = process.argv.slice(2);
const code = isQuick(argv) ? await quickProcess((await import("./verifyta-run.ts")).verifyta, argv) : undefined;
process.exitCode = code ?? (await (await import("./thread.ts")).runThread("verifyta", argv));
