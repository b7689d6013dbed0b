import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import {
  CodeLensRequest,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-languageserver-protocol/node";
import { lampXml } from "./harness.ts";

/** `zonal lsp --port` as an editor on the same machine uses it: a process of its own, a socket, the protocol's own library. */
test("an editor is served on a port: faults, a verdict, the run that shows it, and nothing left behind", async () => {
  const child = spawn(process.execPath, [join(inject("commands"), "zonal.js"), "lsp", "--port", "0"]);
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const port = await new Promise<number>((resolve) => {
    let said = "";
    child.stderr.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const found = /waiting on port (\d+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const socket = connect(port, "127.0.0.1");
  const editor = createProtocolConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  const told = new Promise<readonly unknown[]>((resolve) =>
    editor.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics }) => resolve(diagnostics)),
  );
  editor.listen();
  await editor.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  const uri = "file:///models/lamp.xml";
  await editor.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "xml", version: 1, text: lampXml },
  });
  expect(await told).toEqual([]);
  const command = { command: "zonal.verify", arguments: [uri, 0] };
  expect(await editor.sendRequest(ExecuteCommandRequest.type, command)).toBe("satisfied");
  const lenses = await editor.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
  expect(lenses?.map((lens) => lens.command?.title)).toContain("open trace");
  const shown = await editor.sendRequest(ExecuteCommandRequest.type, { ...command, command: "zonal.openTrace" });
  const trace = fileURLToPath(String(shown));
  expect(readFileSync(trace, "utf8")).toContain("L.on");
  await editor.sendRequest(ShutdownRequest.type);
  await editor.sendNotification(ExitNotification.type);
  expect(await ended).toBe(0);
  expect(existsSync(trace)).toBe(false);
});

test("an editor that is gone in the middle of a message leaves no server behind", async () => {
  const child = spawn(process.execPath, [join(inject("commands"), "zonal.js"), "lsp"]);
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  child.stdin.end("Content-Length: 99\r\n\r\n{");
  expect(await ended).toBe(1);
});
