import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFile, readBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";
import { whole } from "../process/numbers.ts";
import type { Verb } from "../process/run.ts";
import { answer } from "./served.ts";

/**
 * `zonal studio [FILE]`: serves the studio's page to this machine only, and opens it. The one file given can be read and saved
 * through the server by whoever knows a random key, which only the opened page does; nothing else of the disk is served.
 */
interface Options {
  readonly port?: number;
  readonly open: boolean;
  readonly framed?: boolean;
}

/** A browser keeps unsaved work by address: the next start has the same. */
const PORT = 4627;
const NEXT = 10;

export const studio: Verb = {
  limits: "none",
  define(command, io) {
    command
      .description(
        "Edit, simulate and verify in the browser. The page talks to this command only; models never leave the machine.",
      )
      .argument("[file]", "a model to open; saving in the page writes this file")
      .option(
        "--port <n>",
        `port on localhost; ${PORT} or, if that is taken, one of the next; 0 takes a free one`,
        whole,
      )
      .option("--no-open", "print the address only")
      .option("--framed", "let a text editor hold the page in a frame, as the extension for VS Code does")
      .addHelpText("after", "\nExamples:\n  zonal studio\n  zonal studio examples/railway.xml\n\nCtrl-C ends it.\n")
      .action((file: string | undefined, options: Options) => serve(file, options, io));
  },
};

async function serve(file: string | undefined, { port, open, framed = false }: Options, io: Io): Promise<void> {
  if (port !== undefined && port > 65_535) throw new Failure("--port can be at most 65535");
  if (file === "-") throw new Failure("the studio needs a file, where it can save");
  const folder = fileURLToPath(new URL("../studio/", import.meta.url));
  if (!isFile(join(folder, "index.html")))
    throw new Failure("the studio is not built", { hint: "run 'npm run build:studio' in the project first" });
  if (file !== undefined) readBytes(file, io);
  const key = randomBytes(16).toString("hex");
  const server = createServer((request, response) => {
    void answer(request, response, { folder, file, key, framed, io });
  });
  const at = await listen(server, port === undefined ? usual : [port]);
  const url = `http://localhost:${at}/${file === undefined ? "" : `#open=${key}`}`;
  io.out(`${url}\n`);
  if (open) openBrowser(url, io);
  await once(server, "close");
}

const usual = [...Array.from({ length: NEXT }, (_, i) => PORT + i), 0];

/** Takes the first of these ports that is free. */
async function listen(server: Server, [port = 0, ...others]: readonly number[]): Promise<number> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE" && others.length > 0) return listen(server, others);
    throw new Failure(code === "EADDRINUSE" ? `port ${port} is taken` : `the server cannot start: ${message}`);
  }
}

function openBrowser(url: string, io: Io): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", url]
        : ["xdg-open", url];
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  child.on("error", () => io.err("open this address in a browser\n"));
  child.unref();
}
