import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processIo } from "../../apps/cli/io/io.ts";
import { answer } from "../../apps/cli/studio/served.ts";
import { path, run } from "./harness.ts";

/** The studio's server, request by request. */
const key = "0123456789abcdef0123456789abcdef";
let folder: string;
let file: string;
let server: Server;
let port: number;

beforeEach(async () => {
  folder = mkdtempSync(path("studio-"));
  mkdirSync(join(folder, "page", "assets"), { recursive: true });
  writeFileSync(join(folder, "page", "index.html"), "<p>hello</p>");
  writeFileSync(join(folder, "page", "assets", "a.js"), "1");
  writeFileSync(join(folder, "page", "assets", "a.js.br"), "packed");
  writeFileSync(join(folder, "secret"), "secret");
  file = join(folder, "model.xml");
  writeFileSync(file, "first");
  const io = processIo(() => undefined);
  server = createServer((request, response) => {
    void answer(request, response, { folder: join(folder, "page"), file, key, io, largest: 1000 });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(method: string, at: string, headers: Record<string, string> = {}, body?: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: "127.0.0.1",
      method,
      path: at,
      headers: { host: `localhost:${port}`, ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (data: Buffer) => (text += data.toString()));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: text }));
    });
    sent.end(body);
  });
}

const withKey = { "x-zonal-key": key };
const get = (): Promise<Got> => ask("GET", "/file", withKey);
const put = (body: string, headers: Record<string, string>): Promise<Got> =>
  ask("PUT", "/file", { ...withKey, ...headers }, body);
const onDisk = (): string => readFileSync(file, "utf8");

describe("the page", () => {
  test("files come with their types, compressed where that is taken; HEAD says the same without them", async () => {
    expect(await ask("GET", "/")).toMatchObject({
      status: 200,
      body: "<p>hello</p>",
      headers: { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" },
    });
    expect(await ask("GET", "/assets/a.js")).toMatchObject({ status: 200, body: "1" });
    const packed = await ask("GET", "/assets/a.js", { "accept-encoding": "gzip, br" });
    expect(packed).toMatchObject({
      body: "packed",
      headers: { "content-encoding": "br", "content-type": "text/javascript; charset=utf-8" },
    });
    const head = await ask("HEAD", "/");
    expect(head).toMatchObject({ status: 200, body: "", headers: { "content-length": "12" } });
  });

  test.each([
    ["/%", 400],
    ["/%ff", 400],
    ["/%E0%A4%A", 400],
    ["//", 400],
    ["/none", 404],
    ["/%00", 404],
    ["/assets", 404],
    ["/../secret", 404],
    ["/%2e%2e/secret", 404],
    ["/..%2fsecret", 404],
    ["/assets/..%2f..%2f..%2fsecret", 404],
    ["/%2fetc%2fpasswd", 404],
    ["/..%5csecret", 404],
  ])("GET %s is %i", async (at, status) => {
    const got = await ask("GET", at);
    expect(got).toMatchObject({ status, headers: { "content-type": "text/plain; charset=utf-8" } });
    expect(got.body).not.toContain("secret\n");
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s is not for pages", async (method) => {
    expect(await ask(method, "/")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  });

  test("other hosts, ports and pages are refused", async () => {
    const named = (host: string): Promise<Got> => ask("GET", "/", { host });
    expect(await named(`127.0.0.1:${port}`)).toMatchObject({ status: 200 });
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "localhost",
      `localhost:${port + 1}`,
      `localhost:${port}.evil.example`,
    ])
      expect(await named(host), host).toMatchObject({ status: 403 });
    const from = (origin: string): Promise<Got> => ask("GET", "/file", { ...withKey, origin });
    expect(await from(`http://localhost:${port}`)).toMatchObject({ status: 200 });
    for (const origin of ["http://evil.example", "null", `https://localhost:${port}`, "http://localhost:1"])
      expect(await from(origin), origin).toMatchObject({ status: 403 });
  });
});

describe("the file", () => {
  test("nobody without the key comes to it", async () => {
    for (const given of ["", "0", key.replace("0", "1"), `${key}0`, "\u00e9".repeat(key.length)])
      for (const method of ["GET", "HEAD", "PUT", "DELETE"])
        expect(
          await ask(method, "/file", { "x-zonal-key": given, "if-match": "*" }, method === "PUT" ? "x" : undefined),
        ).toMatchObject({ status: 403 });
    expect(onDisk()).toBe("first");
  });

  test("it is read with its version, which saving needs and gives anew", async () => {
    const first = await get();
    expect(first).toMatchObject({ status: 200, body: "first", headers: { "x-zonal-name": "model.xml" } });
    const head = await ask("HEAD", "/file", withKey);
    expect(head).toMatchObject({ status: 200, body: "", headers: { etag: first.headers.etag, "content-length": "5" } });
    const saved = await put("second", { "if-match": first.headers.etag ?? "" });
    expect(saved).toMatchObject({ status: 204, body: "" });
    expect(onDisk()).toBe("second");
    expect((await get()).headers.etag).toBe(saved.headers.etag);
    expect(saved.headers.etag).not.toBe(first.headers.etag);
    expect(await put("third", { "if-match": saved.headers.etag ?? "" })).toMatchObject({ status: 204 });
    expect(onDisk()).toBe("third");
  });

  test("what was changed on the disk meanwhile is not overwritten", async () => {
    const { etag = "" } = (await get()).headers;
    writeFileSync(file, "by somebody else");
    const refused = await put("mine", { "if-match": etag });
    expect(refused).toMatchObject({
      status: 412,
      body: "model.xml was changed on the disk since it was opened here\n",
    });
    expect(onDisk()).toBe("by somebody else");
    // Of two who save at once, one does.
    const now = (await get()).headers.etag ?? "";
    const both = await Promise.all([put("a", { "if-match": now }), put("b", { "if-match": now })]);
    expect(both.map((r) => r.status).sort()).toEqual([204, 412]);
    expect(await put("mine", { "if-match": `"x", ${(await get()).headers.etag}` })).toMatchObject({ status: 204 });
    expect(await put("anyhow", { "if-match": "*" })).toMatchObject({ status: 204 });
    expect(await put("weak", { "if-match": `W/${(await get()).headers.etag}` })).toMatchObject({ status: 412 });
    expect(onDisk()).toBe("anyhow");
  });

  test("without a version it is not saved, nor in parts or compressed, nor by other methods", async () => {
    expect(await put("x", {})).toMatchObject({ status: 428 });
    expect(await put("x", { "if-match": "*", "content-encoding": "gzip" })).toMatchObject({ status: 415 });
    expect(await put("x", { "if-match": "*", "content-range": "bytes 0-0/5" })).toMatchObject({ status: 415 });
    for (const method of ["POST", "DELETE", "PATCH"])
      expect(await ask(method, "/file", withKey)).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, PUT" } });
    expect(onDisk()).toBe("first");
  });

  test("what is too large, or broken off, is not saved", async () => {
    const any = { "if-match": "*" };
    expect(await put("x".repeat(1001), any)).toMatchObject({ status: 413 });
    expect(await put("x".repeat(1001), { ...any, "transfer-encoding": "chunked" })).toMatchObject({ status: 413 });
    expect(onDisk()).toBe("first");
    await new Promise<void>((resolve) => {
      const socket = createConnection(port, "127.0.0.1", () => {
        const lines = [
          "PUT /file HTTP/1.1",
          `host: localhost:${port}`,
          `x-zonal-key: ${key}`,
          "if-match: *",
          "content-length: 100",
        ];
        socket.end(`${lines.join("\r\n")}\r\n\r\nhalf of it`);
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
    });
    expect(onDisk()).toBe("first");
    expect(await put("x".repeat(1000), any)).toMatchObject({ status: 204 });
  });

  test("a file that is gone or cannot be written is told, with a status that says so", async () => {
    const { etag = "" } = (await get()).headers;
    renameSync(file, `${file}.away`);
    expect(await get()).toMatchObject({ status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
    expect(await put("x", { "if-match": etag })).toMatchObject({
      status: 412,
      body: "model.xml is not there any more\n",
    });
    expect(await put("x", { "if-match": "*" })).toMatchObject({ status: 412 });
    expect(readdirSync(folder).sort()).toEqual(["model.xml.away", "page", "secret"]);
    // A folder in its place is no file either.
    mkdirSync(file);
    expect(await get()).toMatchObject({ status: 404 });
    rmSync(file, { recursive: true });
  });

  test("saving through a link keeps the link", async () => {
    renameSync(file, join(folder, "target.xml"));
    symlinkSync("target.xml", file);
    const { etag = "" } = (await get()).headers;
    expect(await put("new", { "if-match": etag })).toMatchObject({ status: 204 });
    expect(readFileSync(join(folder, "target.xml"), "utf8")).toBe("new");
    expect(readdirSync(folder).sort()).toEqual(["model.xml", "page", "secret", "target.xml"]);
  });
});

test.each([
  ["--port", "65536", "--port can be at most 65535"],
  ["--no-open", "-", "the studio needs a file, where it can save"],
])("%s %s is refused", async (option, value, told) => {
  expect(await run(["studio", option, value])).toEqual({ code: 2, out: "", err: `error: ${told}\n` });
});
