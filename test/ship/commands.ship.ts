import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { cases, nameOf } from "./commands.ts";
import { complaint, ended, filesOf, leave, nodes, project, run, start, workplace } from "./program.ts";

/** Every command of the installed package, on every Node. */
describe.each(nodes)("%s", (node) => {
  test.each(cases.map((c) => [nameOf(c), c] as const))(
    "%s",
    async (_, { argv, stdin, code = 0, says, writes = [] }) => {
      const cwd = workplace();
      const end = await run(argv, { cwd, node, stdin });
      expect(complaint(end)).toBeUndefined();
      expect(end).toMatchObject({ code, out: expect.stringContaining(says) });
      const files = filesOf(cwd);
      for (const name of writes) expect(files.get(name)?.length, name).toBeGreaterThan(0);
      expect([...files.keys()].filter((name) => /\.tmp$|\.new$/.test(name))).toEqual([]);
      leave(cwd);
    },
  );

  test("studio serves its page until it is ended", async () => {
    const cwd = workplace();
    const child = start(["zonal", "studio", "--no-open", "examples/lamp.xml"], { cwd, node });
    const end = ended(child);
    const address = await new Promise<string>((told) =>
      child.stdout?.once("data", (chunk: Buffer) => told(String(chunk))),
    );
    const page = await fetch(address.trim().replace(/#.*/, ""));
    expect(await page.text()).toContain("<html");
    child.kill("SIGTERM");
    const { signal, code, err } = await end;
    expect([signal ?? code, err]).toEqual(["SIGTERM", ""]);
    leave(cwd);
  });

  test("lsp answers an editor, also about a query, until it is ended", async () => {
    const cwd = workplace();
    const child = start(["zonal", "lsp", "--stdio"], { cwd, node });
    const end = ended(child);
    const editor = createProtocolConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    editor.listen();
    await editor.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
    const uri = "file:///lamp.xta";
    const text = "clock x; process P() { state A; init A; } system P;";
    await editor.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "uppaal", version: 1, text },
    });
    const textDocument = { uri };
    const found = await editor.sendRequest(HoverRequest.type, { textDocument, position: { line: 0, character: 6 } });
    expect(found?.contents).toMatchObject({ value: expect.stringContaining("clock x") });
    const asked = "file:///asked.xml";
    const model = readFileSync(join(cwd, "examples/lamp.xml"), "utf8");
    await editor.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: asked, languageId: "xml", version: 1, text: model },
    });
    const query = { command: "zonal.verify", arguments: [asked, 0] };
    expect(await editor.sendRequest(ExecuteCommandRequest.type, query)).toBe("satisfied");
    await editor.sendRequest(ShutdownRequest.type);
    await editor.sendNotification(ExitNotification.type);
    const { code, err } = await end;
    expect([code, err]).toEqual([0, ""]);
    leave(cwd);
  });

  test("the library is imported from the package", async () => {
    const cwd = workplace();
    const program =
      'import { open } from "zonal"; console.log(open("process P() { state A; init A; } system P;").verify("E<> P.A").outcome);';
    const { execFileSync } = await import("node:child_process");
    expect(execFileSync(node, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" })).toBe("satisfied\n");
    leave(cwd);
  });
});

test("the checker of certificates runs by itself", async () => {
  const cwd = workplace();
  const { code, out, err } = await run(["zonal-certify", "examples/lamp.xml", "examples/lamp.jsonl"], { cwd });
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("proved: A[] not deadlock is satisfied");
  leave(cwd);
});

test("no command is left out", async () => {
  const cwd = workplace();
  const { out } = await run(["zonal", "--help"], { cwd });
  const verbs = [...out.slice(out.indexOf("Commands:")).matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, verb]) => verb);
  const tried = new Set([...cases.map(({ argv }) => argv[1]), "studio", "lsp"]);
  expect(verbs.length).toBeGreaterThan(10);
  expect(verbs.filter((verb) => !tried.has(verb))).toEqual([]);
  expect(readdirSync(join(project, "node_modules/.bin")).sort()).toEqual(["verifyta", "zonal", "zonal-certify"]);
  leave(cwd);
});
