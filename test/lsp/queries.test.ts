import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  CodeLensRequest,
  DefinitionRequest,
  ExecuteCommandRequest,
  ReferencesRequest,
  RenameRequest,
  ShowDocumentRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { Editor } from "./client.ts";
import { doc, editor, withEditor, xml, xta } from "./train.ts";

/** Queries inside a model and in files of their own, asked for by the protocol's own library: told, renamed, put. */
withEditor();

describe("queries", () => {
  test("are told, with what is expected and the model that they ask", async () => {
    await editor.open(doc, xml.replace("<comment/>", '<expect outcome="success"/>'));
    const [query] = await editor.connection.sendRequest<{ text: string; model: string; expected: string }[]>(
      "zonal/queries",
      { uri: doc },
    );
    expect(query).toMatchObject({
      text: "E<> T1.Near && x > N",
      expected: "success",
      model: editor.document(doc).getText(),
    });
  });

  test("in a file of their own belong to the model of their name, and are renamed with it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zonal-lsp-"));
    writeFileSync(join(folder, "train.xta"), xta);
    const [model, queries] = ["train.xta", "train.q"].map((name) => pathToFileURL(join(folder, name)).href) as [
      string,
      string,
    ];
    const [fault] = await editor.open(queries, "E<> Train(0).Nera\nA[] x >= 0 && N == 3\n");
    expect(fault?.message).toContain("did you mean 'Near'?");
    await editor.change(queries, "Nera", "Near");
    await editor.open(model, xta);
    const changed = await editor.rename(queries, "&& |N", "count");
    expect(changed[model]).toBe(xta.replace(/\bN\b/g, "count"));
    expect(changed[queries]).toBe("E<> Train(0).Near\nA[] x >= 0 && count == 3\n");
    expect(await editor.places(DefinitionRequest.type, queries, "Train(0).|Near")).toBe(
      "state Far { y <= 20 }, Near; @ 25",
    );
    // A fault in the model is told with the model, and goes with it from the queries.
    const told = editor.faults(queries);
    await editor.change(model, "state Far { y <= 20 }, Near;", "state Far { y <= 20 }, Gone;");
    await told;
  });

  test("that lie beside the model unopened are renamed with it, or forbid it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zonal-lsp-"));
    const address = (name: string): string => pathToFileURL(join(folder, name)).href;
    const [model, queries] = [address("train.xta"), address("train.q")];
    writeFileSync(join(folder, "train.xta"), xta);
    writeFileSync(join(folder, "other.xta"), xta);
    writeFileSync(join(folder, "train.q"), "A[] x >= 0 && N == 3\n");
    writeFileSync(join(folder, "other.q"), "A[] N == 3\n");
    await editor.open(model, xta);
    const renamed = async (): Promise<WorkspaceEdit> =>
      (await editor.connection.sendRequest(RenameRequest.type, {
        ...editor.at(model, "y > |N"),
        newName: "count",
      })) as WorkspaceEdit;
    const { changes = {} } = await renamed();
    expect(Object.keys(changes)).toEqual([model, queries]);
    const [line] = [{ start: { line: 0, character: 14 }, end: { line: 0, character: 15 } }];
    expect(changes[queries]).toEqual([{ range: line, newText: "count" }]);
    const context = { includeDeclaration: false };
    const used = await editor.connection.sendRequest(ReferencesRequest.type, {
      ...editor.at(model, "y > |N"),
      context,
    });
    expect(used?.filter(({ uri: at }) => at === queries)).toEqual([{ uri: queries, range: line }]);
    // Names in what cannot be read would be left behind.
    writeFileSync(join(folder, "train.q"), "A[] x >= 0 && N ==\n");
    await expect(renamed()).rejects.toThrow("a file of queries about this model has errors");
  });

  test("are about the model on the disk once it is closed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zonal-lsp-"));
    const address = (name: string): string => pathToFileURL(join(folder, name)).href;
    writeFileSync(join(folder, "train.xta"), xta);
    await editor.open(address("train.xta"), xta.replace(/Near/g, "Nearer"));
    const [fault] = await editor.open(address("train.q"), "E<> Train(0).Near\n");
    expect(fault?.message).toContain("no member 'Near'");
    await editor.close(address("train.xta"));
    expect(await editor.change(address("train.q"), "Near", "Near ")).toEqual([]);
  });

  test("that nobody answers say so", async () => {
    const failing = new Editor(() => Promise.reject(new Error("no room")));
    await failing.start();
    await failing.open(doc, xml);
    const params = { command: "zonal.verify", arguments: [doc, 0] };
    expect(await failing.connection.sendRequest(ExecuteCommandRequest.type, params)).toBe("no answer: Error: no room");
    await failing.end();
  });

  test("can be asked: the line above says the answer", async () => {
    await editor.open(doc, xml);
    const lenses = async () => editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: doc } });
    const [lens] = (await lenses())!;
    expect(lens?.command).toMatchObject({ title: "verify", command: "zonal.verify" });
    const params = { command: lens!.command!.command, arguments: lens!.command!.arguments! };
    expect(await editor.connection.sendRequest(ExecuteCommandRequest.type, params)).toBe("satisfied");
    expect((await lenses())?.[0]?.command?.title).toBe("satisfied (verify again)");
    await editor.change(doc, "const int N = 3", "const int N = 4");
    expect((await lenses())?.map(({ command }) => command?.title)).toEqual(["verify"]);
  });

  test("that are shown by a run open it", async () => {
    const trace = "file:///traces/1.txt";
    const asking = new Editor(async () => ({ text: "satisfied", trace }));
    await asking.start();
    const shown: string[] = [];
    asking.connection.onRequest(ShowDocumentRequest.type, ({ uri: address }) => {
      shown.push(address);
      return { success: true };
    });
    await asking.open(doc, xml);
    const open = { command: "zonal.openTrace", arguments: [doc, 0] };
    expect(await asking.connection.sendRequest(ExecuteCommandRequest.type, open)).toBeNull();
    await asking.connection.sendRequest(ExecuteCommandRequest.type, { ...open, command: "zonal.verify" });
    const lenses = await asking.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: doc } });
    expect(lenses?.map(({ command }) => command)).toEqual([
      { title: "satisfied (verify again)", command: "zonal.verify", arguments: [doc, 0] },
      { title: "open trace", ...open },
    ]);
    expect(await asking.connection.sendRequest(ExecuteCommandRequest.type, open)).toBe(trace);
    expect(shown).toEqual([trace]);
    await asking.end();
  });
});
