import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { basename, extname, join, normalize, resolve, sep } from "node:path";
import { isFile, readBytes, writeBytes } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";

/**
 * What the studio's server answers: the files of the page, and the one model it was started with. That can be read and saved
 * by whoever knows the key. A version is known by its entity tag, a hash of the file: who saves says which version was changed
 * (`If-Match`), and is refused if another one is on the disk. Only requests for this very machine and port are answered, and of
 * those that a page sends only those of our own. Every fault has its status code, and its words are plain text.
 */
interface Served {
  /** Where the page's files are. */
  readonly folder: string;
  readonly file: string | undefined;
  readonly key: string;
  /** Whether a text editor may hold the page in a frame. */
  readonly framed?: boolean;
  readonly io: Io;
  /** Bytes that a model may have. */
  readonly largest?: number;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
/** Where the pages of VS Code come from that hold others: its own windows, and those in a browser. */
const editors = "vscode-webview: https://*.vscode-cdn.net http://localhost:*";
const always: OutgoingHttpHeaders = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

/** A request that is not done, by its status code. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, words: string, headers: OutgoingHttpHeaders = {}) {
    super(words);
    this.status = status;
    this.headers = headers;
  }
}

/** Answers a request, whatever it is. */
export async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  try {
    checkSender(request);
    const path = pathOf(request.url ?? "/");
    if (path === "/file") await answerFile(request, response, served);
    else answerPage(path, request, response, served);
  } catch (error) {
    const { status, headers } = error instanceof Refusal ? error : { status: 500, headers: {} };
    const words = error instanceof Refusal || error instanceof Failure ? error.message : "a fault of zonal itself";
    // What is left of a body that nobody wants is not waited for.
    const close = request.complete ? {} : { connection: "close" };
    send(
      request,
      response,
      status,
      { "content-type": "text/plain; charset=utf-8", ...headers, ...close },
      `${words}\n`,
    );
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  content: string | Uint8Array,
): void {
  const body = typeof content === "string" ? Buffer.from(content) : content;
  response.writeHead(status, { ...always, "content-length": body.length, ...headers });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** A page elsewhere could give its own name the address of this machine, or send requests here under its own name. */
function checkSender({ headers, socket }: IncomingMessage): void {
  const names = [`localhost:${socket.localPort}`, `127.0.0.1:${socket.localPort}`];
  if (!names.includes(headers.host ?? "")) throw new Refusal(403, "not for other hosts");
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    throw new Refusal(403, "not for other pages");
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    throw new Refusal(400, "this is not an address");
  }
}

function allow(request: IncomingMessage, ...methods: readonly string[]): void {
  if (!methods.includes(request.method ?? ""))
    throw new Refusal(405, `this can be done here: ${methods.join(", ")}`, { allow: methods.join(", ") });
}

function answerPage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { folder, framed, io }: Served,
): void {
  allow(request, "GET", "HEAD");
  const target = normalize(join(folder, path === "/" ? "index.html" : path));
  if (!target.startsWith(folder.endsWith(sep) ? folder : folder + sep) || !isFile(target))
    throw new Refusal(404, "there is no such file");
  // The build puts a compressed copy beside each file.
  const packed = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? "")) && isFile(`${target}.br`);
  const headers = {
    "content-type": types[extname(target)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    vary: "accept-encoding",
    "content-security-policy": `frame-ancestors ${framed ? editors : "'none'"}`,
    // An isolated page may share memory with its workers, and so search with several threads.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    // The page need not keep itself for times without a network: this command is its network.
    "server-timing": "zonal-studio",
    ...(packed ? { "content-encoding": "br" } : {}),
  };
  send(request, response, 200, headers, readBytes(packed ? `${target}.br` : target, io));
}

async function answerFile(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { file, key, io } = served;
  if (file === undefined || !isSame(String(request.headers["x-zonal-key"] ?? ""), key))
    throw new Refusal(403, "no access to files");
  allow(request, "GET", "HEAD", "PUT");
  if (request.method === "PUT") {
    const etag = await save(file, request, served);
    response.writeHead(204, { ...always, etag }).end();
    return;
  }
  if (!isFile(file)) throw new Refusal(404, `${file} is not there any more`);
  const content = readBytes(file, io);
  const headers = {
    "content-type": "application/octet-stream",
    "x-zonal-name": encodeURIComponent(basename(file)),
    // The page knows by it, also after another start, what it has kept of this very file.
    "x-zonal-document": createHash("sha256").update(resolve(file)).digest("hex").slice(0, 32),
    "cache-control": "no-store",
    etag: tagOf(content),
  };
  send(request, response, 200, headers, content);
}

/** Saves what is sent if the version on the disk is the one that was changed; the tag of the new one. */
async function save(file: string, request: IncomingMessage, { io, largest = 64 * 2 ** 20 }: Served): Promise<string> {
  const { headers } = request;
  const wanted = headers["if-match"];
  if (wanted === undefined) throw new Refusal(428, "say by If-Match which version was changed");
  if (headers["content-encoding"] !== undefined || headers["content-range"] !== undefined)
    throw new Refusal(415, "only a whole file is saved, as it is");
  const content = await bodyOf(request, largest);
  // From here on nothing waits, so that of two who save at once the second sees what the first did.
  if (!isFile(file)) throw new Refusal(412, `${basename(file)} is not there any more`);
  const tag = tagOf(readBytes(file, io));
  const tags = wanted.split(",").map((text) => text.trim());
  if (wanted.trim() !== "*" && !tags.includes(tag))
    throw new Refusal(412, `${basename(file)} was changed on the disk since it was opened here`, { etag: tag });
  writeBytes(file, content, io);
  return tagOf(content);
}

/** All of it; whoever breaks off in the middle has not saved anything. */
async function bodyOf(request: IncomingMessage, largest: number): Promise<Uint8Array> {
  const tooLarge = new Refusal(413, `a file may have ${largest} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > largest) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not end the connection: the answer has to go there.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tagOf(content: Uint8Array): string {
  return `"${createHash("sha256").update(content).digest("hex")}"`;
}

function isSame(given: string, key: string): boolean {
  return given.length === key.length && timingSafeEqual(Buffer.from(given, "latin1"), Buffer.from(key, "latin1"));
}
