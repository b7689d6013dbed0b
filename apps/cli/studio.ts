import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "./exit.ts";
import { isFile, readBytes, writeBytes } from "./files.ts";
import type { Io } from "./io.ts";
import { whole } from "./numbers.ts";
import type { Verb } from "./run.ts";

/**
 * `zonal studio [FILE]`: serves the studio's page to this machine only, and opens it. The one file given can be read and saved
 * through the server by whoever knows a random key, which only the opened page does; nothing else of the disk is served.
 */
interface Options {
  readonly port: number;
  readonly open: boolean;
}

export const studio: Verb = {
  define(command, io) {
    command
      .description(
        "Edit, simulate and verify in the browser. The page talks to this command only; models never leave the machine.",
      )
      .argument("[file]", "a model to open; saving in the page writes this file")
      .option("--port <n>", "port on localhost; 0 takes a free one", whole, 0)
      .option("--no-open", "print the address only")
      .addHelpText("after", "\nExamples:\n  zonal studio\n  zonal studio examples/railway.xml\n\nCtrl-C ends it.\n")
      .action((file: string | undefined, options: Options) => serve(file, options, io));
  },
};

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const largest = 64 * 2 ** 20;

function serve(file: string | undefined, { port, open }: Options, io: Io): Promise<void> {
  const folder = fileURLToPath(new URL("../studio/", import.meta.url));
  if (!isFile(join(folder, "index.html")))
    throw new Failure("the studio is not built", { hint: "run 'npm run build:studio' in the project first" });
  if (file !== undefined) readBytes(file, io);
  const key = randomBytes(16).toString("hex");
  const server = createServer((request, response) => {
    answer(request, response, { folder, file, key, io }).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end(error.message);
    });
  });
  return new Promise((_, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        new Failure(
          error.code === "EADDRINUSE" ? `port ${port} is taken` : `the server cannot start: ${error.message}`,
        ),
      ),
    );
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const at = typeof address === "object" && address !== null ? address.port : port;
      const url = `http://localhost:${at}/${file === undefined ? "" : `#open=${key}`}`;
      io.out(`${url}\n`);
      if (open) openBrowser(url, io);
    });
  });
}

interface Served {
  readonly folder: string;
  readonly file: string | undefined;
  readonly key: string;
  readonly io: Io;
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const refuse = (code: number, words: string): void =>
    void response.writeHead(code, { "content-type": "text/plain" }).end(words);
  // A page elsewhere could give its own name the address of this machine: only our own names are answered.
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? "")) return refuse(403, "not for other hosts");
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  if (path === "/file") return answerFile(request, response, served, refuse);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "only reading is possible");
  const target = normalize(join(served.folder, path === "/" ? "index.html" : path));
  if (!target.startsWith(served.folder.endsWith(sep) ? served.folder : served.folder + sep) || !isFile(target))
    return refuse(404, "there is no such file");
  // The build puts a compressed copy beside each file.
  const packed = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? "")) && isFile(`${target}.br`);
  response.writeHead(200, {
    "content-type": types[extname(target)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    // An isolated page may share memory with its workers, and so search with several threads.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    // The page need not keep itself for times without a network: this command is its network.
    "server-timing": "zonal-studio",
    ...(packed ? { "content-encoding": "br" } : {}),
  });
  createReadStream(packed ? `${target}.br` : target).pipe(response);
}

async function answerFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, key, io }: Served,
  refuse: (code: number, words: string) => void,
): Promise<void> {
  if (file === undefined || request.headers["x-zonal-key"] !== key) return refuse(403, "no access to files");
  if (request.method === "GET") {
    response
      .writeHead(200, {
        "content-type": "application/octet-stream",
        "x-zonal-name": encodeURIComponent(basename(file)),
        "cache-control": "no-store",
      })
      .end(readBytes(file, io));
    return;
  }
  if (request.method !== "PUT") return refuse(405, "a file can be read and saved");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return refuse(413, "the file is too large");
    chunks.push(chunk);
  }
  writeBytes(file, Buffer.concat(chunks), io);
  response.writeHead(204).end();
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
