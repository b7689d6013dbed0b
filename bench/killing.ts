import { spawn } from "node:child_process";

/** A child of this program that is killed when something has happened: so moments do not depend on how fast the machine is. */
export interface Kill {
  /** Looked at every two milliseconds. */
  readonly isDue: () => boolean;
  /** Milliseconds after that. */
  readonly delay: number;
  readonly signal: "SIGKILL" | "SIGTERM";
}

interface Ended {
  /** Undefined if a signal has ended it. */
  readonly code: number | undefined;
  readonly out: string;
  /** Whether the signal came before it ended. */
  readonly isKilled: boolean;
}

export function killed(args: readonly string[], kill: Kill | undefined): Promise<Ended> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  let [out, isKilled] = ["", false];
  child.stdout.on("data", (text: Buffer) => {
    out += text.toString();
  });
  let last: NodeJS.Timeout | undefined;
  const look = setInterval(() => {
    if (kill === undefined || !kill.isDue()) return;
    clearInterval(look);
    last = setTimeout(() => {
      isKilled = child.kill(kill.signal);
    }, kill.delay);
  }, 2);
  return new Promise((ended) => {
    child.on("close", (code) => {
      clearInterval(look);
      clearTimeout(last);
      ended({ code: code ?? undefined, out, isKilled });
    });
  });
}
