import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One command run to its end: how long, with what memory, and what it printed. */
export interface Finished {
  readonly code: number | null;
  readonly seconds: number;
  /** Peak resident set in MiB, as far as it was seen; undefined where the system does not say. */
  readonly peak: number | undefined;
  readonly output: string;
  readonly isTimeout: boolean;
}

/** The command line of this package. */
export const zonal: readonly string[] = [process.execPath, fileURLToPath(new URL("../bin/zonal.js", import.meta.url))];

export function finish(command: readonly string[], seconds: number): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    let peak: number | undefined;
    let isTimeout = false;
    const look = () => {
      const seen = peakOf(child.pid!);
      if (seen !== undefined) peak = Math.max(peak ?? 0, seen);
    };
    const watch = setInterval(look, 20);
    const timer = setTimeout(() => {
      isTimeout = true;
      child.kill("SIGKILL");
    }, seconds * 1000);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      look();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve({ code, seconds: (performance.now() - start) / 1000, peak, output, isTimeout });
    });
  });
}

/** The high-water mark the kernel keeps for a process. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const kib = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}
