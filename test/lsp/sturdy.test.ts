import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DocumentHighlightRequest,
  type Range,
  SemanticTokensRequest,
} from "vscode-languageserver-protocol/node";
import { serve } from "../../apps/lsp/serve.ts";
import { doc, editor, uri, withEditor, xml, xta } from "./train.ts";

/** What editors get wrong, and texts whose characters are not one unit each: the server goes on, and its places are theirs. */
withEditor();

const codes = (told: readonly { readonly code?: unknown }[]): readonly unknown[] => told.map(({ code }) => code);

describe("characters", () => {
  test.each([
    ["line ends of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
    ["those of old Macs", (text: string) => text.replaceAll("\n", "\r").replace(/\/\/.*?\r/, "")],
    ["tabs", (text: string) => text.replaceAll("  ", "\t")],
    ["a mark of the byte order", (text: string) => `\uFEFF${text}`],
    ["signs of two units before the name", (text: string) => text.replace("clock x;", "/* 😀😀 */ clock x;")],
  ])("%s", async (_, change) => {
    for (const [at, text] of [
      [uri, change(xta)],
      [doc, change(xml)],
    ] as const) {
      const told = await editor.open(at, text);
      expect(told.map(({ severity }) => severity)).not.toContain(1);
      expect((await editor.rename(at, "clock |x", "seen"))[at]).toBe(text.replace(/\bx\b(?!\.|ml|=)/g, "seen"));
      const marks = await editor.connection.sendRequest(DocumentHighlightRequest.type, editor.at(at, "clock |x"));
      expect(new Set(marks?.map(({ range }) => editor.text(at, range)))).toEqual(new Set(["x"]));
    }
  });

  test("sections of XML that hold the text as it is", async () => {
    const text = xml.replace("y &lt; N &amp;&amp; x &gt; 1", "<![CDATA[y < N && x > 1]]>");
    expect(codes(await editor.open(doc, text))).toEqual(["channel-only-senders"]);
    expect(await editor.hover(doc, "&& |x > 1]]")).toContain("clock x");
    expect(await editor.places(DefinitionRequest.type, doc, "y < |N &&")).toContain("const int N = 3");
    expect(await editor.words(doc, "<![CDATA[|y")).toContain("x");
    expect((await editor.rename(doc, "<![CDATA[|y", "z"))[doc]).toBe(text.replace(/\by\b/g, "z"));
    const [fault] = await editor.change(doc, "&& x > 1]]", "&& nobody > 1]]");
    expect(editor.text(doc, fault!.range)).toBe("nobody");
  });

  test("a part of a character is none", async () => {
    await editor.open(uri, `/* 😀 */ ${xta}`);
    const inside = { line: 0, character: 4 };
    await editor.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: inside, end: inside }, text: "-" }],
    });
    expect(await editor.hover(uri, "y > |N")).toContain("const int N = 3");
  });
});

describe("what no editor should send", () => {
  const far = { line: 10_000, character: 9 };
  const change = async (at: string, range: Range, text: string): Promise<void> =>
    editor.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: at, version: 7 },
      contentChanges: [{ range, text }],
    });

  test("changes behind the end are made there, and turned ranges are set right", async () => {
    await editor.open(uri, xta);
    const faults = editor.faults(uri);
    await change(uri, { start: far, end: far }, "nonsense");
    expect((await faults).map(({ severity }) => severity)).toContain(1);
    const mended = editor.faults(uri);
    const end = editor.document(uri).positionAt(xta.length);
    await change(uri, { start: far, end }, "");
    expect((await mended).map(({ severity }) => severity)).not.toContain(1);
  });

  test("texts that are not open, closed twice, opened twice", async () => {
    await change(uri, { start: far, end: far }, "x");
    for (let i = 0; i < 2; i++)
      await editor.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    expect(await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri } })).toEqual({
      data: [],
    });
    await editor.open(uri, "nonsense");
    expect(codes(await editor.open(uri, xta))).toEqual(["unused-clock", "unused-function"]);
  });

  test("places far behind the end, and requests that nobody knows", async () => {
    await editor.open(uri, xta);
    const at = { textDocument: { uri }, position: far };
    expect(await editor.connection.sendRequest(DocumentHighlightRequest.type, at)).toBeNull();
    await expect(editor.connection.sendRequest("zonal/nothing", {})).rejects.toThrow(/zonal\/nothing/);
    for (const params of [{}, { textDocument: {} }, { textDocument: { uri: 7 }, position: "here" }])
      await editor.connection.sendRequest("textDocument/hover", params).catch(() => undefined);
    expect(await editor.hover(uri, "y > |N")).toContain("const int N = 3");
  });

  test("a text of a megabyte", async () => {
    const long = xta.replace("clock y;", `clock y;\n${"// a long comment about nothing at all\n".repeat(25_000)}`);
    expect(codes(await editor.open(uri, long))).toEqual(["unused-clock", "unused-function"]);
    expect(codes(await editor.change(uri, "y > N", "z > N"))).toEqual(["unknown-identifier"]);
  });
});

/** Bytes as they come, before the protocol's library has made anything of them. */
describe("what is no message", () => {
  const framed = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const request = (id: number, method: string, params: unknown): string =>
    framed(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  const hello = request(1, "initialize", { processId: null, rootUri: null, capabilities: {} });
  const bye = request(2, "shutdown", undefined);
  const exit = framed(JSON.stringify({ jsonrpc: "2.0", method: "exit" }));

  const answered = async (sent: string, isEnd = false): Promise<{ readonly code: number; readonly said: string }> => {
    const [there, back] = [new PassThrough(), new PassThrough()];
    let said = "";
    back.on("data", (piece) => {
      said += piece;
      if (said.includes('"id":2')) there.write(exit);
    });
    const ended = serve(there, back, async () => ({ text: "satisfied" }));
    there.write(sent);
    if (isEnd) there.end();
    return { code: await ended, said };
  };

  test.each([
    ["no JSON", framed("{ not json")],
    ["no object", framed("[1, 2")],
    ["an answer to nothing", framed('{"jsonrpc":"2.0","id":99,"result":null}')],
    ["a notification without parameters", framed('{"jsonrpc":"2.0","method":"textDocument/didOpen"}')],
    [
      "one of the wrong kind",
      framed('{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":7}}'),
    ],
  ])("%s", async (_, sent) => {
    const { code, said } = await answered(hello + sent + bye);
    expect(said).toContain('"capabilities"');
    expect(said).toMatch(/"id":2,"result":null/);
    expect(code).toBe(0);
  });

  test.each([
    ["below zero", "Content-Length: -5\r\n\r\n"],
    ["beyond all texts", "Content-Length: 99999999999\r\n\r\n"],
    ["that is a fraction", "Content-Length: 1.5\r\n\r\n"],
    ["in words", "Content-Length: many\r\n\r\n"],
    ["that never comes", "x".repeat(20_000)],
  ])("a length %s ends the conversation: nobody can tell where the next message begins", async (_, sent) => {
    const { code } = await answered(hello + sent + bye);
    expect(code).toBe(1);
  });

  test.each([
    ["in the middle of a message", framed("{}").slice(0, -1)],
    ["while something is being complained of", framed('{"jsonrpc":"2.0","method":"textDocument/didOpen"}')],
  ])("an end %s", async (_, sent) => {
    const { code } = await answered(hello + sent, true);
    expect(code).toBe(1);
  });

  test("what has no length, so that nobody knows where the next message begins, ends it", async () => {
    expect((await answered(`${hello}Nonsense: 7\r\n\r\n{}`)).code).toBe(1);
    expect((await answered(`${hello}nonsense\r\n\r\n{}`)).code).toBe(1);
  });
});
