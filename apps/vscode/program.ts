import { type ChildProcess, spawn } from "node:child_process";
import { type CancellationToken, type ExtensionContext, window, workspace } from "vscode";

/** The command `zonal`: the one that the settings name, or the one of the extension, run by the editor's own Node. */
interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class Program {
  readonly #main: string;

  constructor(context: ExtensionContext) {
    this.#main = context.asAbsolutePath("zonal/bin/zonal.js");
  }

  get timeout(): number {
    return workspace.getConfiguration("zonal").get("timeout", 60);
  }

  /** Program, arguments and environment of a call. */
  call(args: readonly string[]) {
    const own = workspace.getConfiguration("zonal").get("path", "");
    if (own !== "") return { command: own, args: [...args], env: {} };
    return { command: process.execPath, args: [this.#main, ...args], env: { ELECTRON_RUN_AS_NODE: "1" } };
  }

  start(args: readonly string[]): ChildProcess {
    const { command, args: all, env } = this.call(args);
    return spawn(command, all, { env: { ...process.env, ...env }, stdio: "pipe" });
  }

  run(args: readonly string[], input: string, cancel?: CancellationToken): Promise<Ran> {
    return new Promise((resolve) => {
      const child = this.start(args);
      let [out, err] = ["", ""];
      child.stdout?.on("data", (bytes: Buffer) => void (out += bytes.toString()));
      child.stderr?.on("data", (bytes: Buffer) => void (err += bytes.toString()));
      const stop = cancel?.onCancellationRequested(() => child.kill());
      const end = (code: number | null): void => {
        stop?.dispose();
        resolve({ code, out, err });
      };
      child.on("error", (error) => {
        err += error.message;
        end(null);
      });
      child.on("close", end);
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
  }

  /** In a terminal of the editor, where it can be talked to. */
  terminal(name: string, args: readonly string[]): void {
    const { command, args: all, env } = this.call(args);
    window.createTerminal({ name, shellPath: command, shellArgs: all, env }).show();
  }
}
