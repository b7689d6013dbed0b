import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  InlayHintRequest,
  ReferencesRequest,
  SelectionRangeRequest,
  SemanticTokensRequest,
  TypeDefinitionRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Editor } from "./client.ts";
import { doc, editor, uri, withEditor, xml, xta } from "./train.ts";

/**
 * What the server tells of a text, asked by the protocol's own library, of XTA, XML and TChecker's format: faults,
 * names, outlines, calls.
 */
withEditor();

describe("faults", () => {
  /** What lint finds in the model beside its faults. */
  const findings = ["unused-clock", "unused-function"];
  const codes = (told: readonly { readonly code?: unknown }[]): readonly unknown[] => told.map(({ code }) => code);

  test("a right model has none, in each format, but what lint finds", async () => {
    expect(codes(await editor.open(uri, xta))).toEqual(findings);
    expect(codes(await editor.open(doc, xml))).toEqual(["channel-only-senders"]);
  });

  test("they come as the text changes, and go", async () => {
    await editor.open(uri, xta);
    const [fault] = await editor.change(uri, "guard y > N", "guard z > N");
    expect(fault).toMatchObject({ code: "unknown-identifier", severity: 1, source: "zonal" });
    expect(editor.text(uri, fault!.range)).toBe("z");
    expect(codes(await editor.change(uri, "guard z > N", "guard y > N"))).toEqual(findings);
  });

  test("what lint found stands where its text has moved to, and is looked for again in a pause", async () => {
    const [clock, unused] = await editor.open(uri, xta);
    expect(clock?.codeDescription?.href).toMatch(/^https:.*lint\.md#:~:text=unused-clock$/);
    const told = await editor.change(uri, "struct {", "\n\nint[0, 5] more;\nstruct {");
    expect(told.map(({ code, range }) => [code, editor.text(uri, range)])).toEqual([
      ["unused-clock", "x"],
      ["unused-function", "twice"],
    ]);
    expect(told[1]!.range.start.line).toBe(unused!.range.start.line + 3);
    expect(codes(await editor.faults(uri))).toEqual(["unused-clock", "unused-variable", "unused-function"]);
  });

  test("inside XML they stand where the text does, behind entities", async () => {
    const [fault] = await editor.open(doc, xml.replace("x &gt; 1<", "nobody &gt; 1<"));
    expect(editor.text(doc, fault!.range)).toBe("nobody");
  });

  test("a query's fault is told where it stands", async () => {
    const [fault] = await editor.open(doc, xml.replace("T1.Near", "T1.Nera"));
    expect(fault?.message).toContain("did you mean 'Near'?");
    expect(editor.text(doc, fault!.range)).toBe("Nera");
  });

  test("of TChecker's format, too", async () => {
    const [fault] = await editor.open("file:///m.tck", "system:s\nprocess:P\nlocation:P:a{initial:}\nedge:P:a:b:e\n");
    expect(fault?.severity).toBe(1);
  });
});

describe("what a name is", () => {
  test("a constant with its value and its comment", async () => {
    await editor.open(uri, xta);
    expect(await editor.hover(uri, "y > |N")).toBe("```uppaal\nconst int N = 3\n```\n\nHow many there are.");
  });

  test("a comment behind a declaration", async () => {
    await editor.open(uri, xta);
    expect(await editor.hover(uri, "clock |x")).toBe("```uppaal\nclock x\n```\n\ncounts the waiting");
  });

  test("locals, locations, functions; nothing where there is no name", async () => {
    await editor.open(uri, xta);
    expect(await editor.hover(uri, "|y <= 20")).toBe("```uppaal\nclock y\n```\n\n*local of Train*");
    expect(await editor.hover(uri, "init |Far")).toBe("```uppaal\nlocation Far\n```\n\n*location of Train*");
    expect(await editor.hover(uri, "int |twice")).toBe("```uppaal\nint twice(int a, int &b)\n```");
    expect(await editor.hover(uri, "assign y =| 0")).toBeUndefined();
  });

  test("where it is declared, also from an id in XML", async () => {
    await editor.open(uri, xta);
    await editor.open(doc, xml);
    expect(await editor.places(DefinitionRequest.type, uri, "k != |id")).toBe("process Train(const id_t id) { @ 25");
    expect(await editor.places(DefinitionRequest.type, uri, "select k : |id_t")).toBe(
      "typedef int[0, N - 1] id_t; @ 22",
    );
    expect(await editor.places(DefinitionRequest.type, doc, 'init ref="|id0')).toContain("<name>Far</name>");
    expect(await editor.places(TypeDefinitionRequest.type, uri, "k != |id")).toBe("typedef int[0, N - 1] id_t; @ 22");
  });

  test("where it is used, with and without its declaration", async () => {
    await editor.open(doc, xml);
    for (const includeDeclaration of [true, false]) {
      const params = { ...editor.at(doc, "const int |N"), context: { includeDeclaration } };
      const found = await editor.connection.sendRequest(ReferencesRequest.type, params);
      expect(found?.map(({ range }) => editor.text(doc, range))).toEqual(Array(includeDeclaration ? 4 : 3).fill("N"));
    }
    const marks = await editor.connection.sendRequest(DocumentHighlightRequest.type, editor.at(doc, "clock |y"));
    expect(marks?.map(({ kind }) => kind)).toEqual([3, 2, 2, 2]);
  });
});

describe("the outline", () => {
  test("of a model: declarations, templates with locations and edges, queries", async () => {
    await editor.open(doc, xml);
    const found = (await editor.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: doc },
    })) as DocumentSymbol[];
    expect(found.map(({ name }) => name)).toEqual(["N", "x", "go", "Train", "T1", "T2", "E<> T1.Near && x > N"]);
    expect(found[3]?.children?.map(({ name }) => name)).toEqual(["y", "Far", "Near", "Far → Near"]);
    const inside = await editor.connection.sendRequest(WorkspaceSymbolRequest.type, { query: "nea" });
    expect(inside?.map(({ name }) => name)).toEqual(["Near", "Far → Near", "E<> T1.Near && x > N"]);
  });

  test("of all models of the folder that the editor works in, open or not", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zonal-lsp-"));
    mkdirSync(join(folder, "deep"));
    writeFileSync(join(folder, "train.xta"), xta);
    writeFileSync(join(folder, "deep", "train.xml"), xml);
    writeFileSync(join(folder, "deep", "page.xml"), "<html><p>Near</p></html>");
    const there = new Editor();
    await there.start(pathToFileURL(folder).href);
    const names = async (): Promise<readonly string[] | undefined> => {
      const found = await there.connection.sendRequest(WorkspaceSymbolRequest.type, { query: "near" });
      return found?.map(({ name, location: at }) => `${name} in ${at.uri.slice(pathToFileURL(folder).href.length)}`);
    };
    const deep = ["Near", "Far → Near", "E<> T1.Near && x > N"].map((name) => `${name} in /deep/train.xml`);
    const own = ["Near", "Far → Near"].map((name) => `${name} in /train.xta`);
    expect(await names()).toEqual([...own, ...deep]);
    // What is open counts as it is in the editor, and nothing is found twice.
    await there.open(pathToFileURL(join(folder, "train.xta")).href, xta.replace(/Near/g, "Nearer"));
    expect(await names()).toEqual([...own.map((text) => text.replace("Near ", "Nearer ")), ...deep]);
    rmSync(join(folder, "deep"), { recursive: true });
    expect(await names()).toHaveLength(2);
    await there.end();
  });

  test("folds and selections grow from the name to the file", async () => {
    await editor.open(uri, xta);
    const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
    expect(folds).toEqual([{ startLine: 7, endLine: 13 }]);
    const { position } = editor.at(uri, "y > |N");
    const [range] = (await editor.connection.sendRequest(SelectionRangeRequest.type, {
      textDocument: { uri },
      positions: [position],
    }))!;
    expect(editor.text(uri, range!.range)).toBe("N");
    expect(editor.text(uri, range!.parent!.range)).toMatch(/^Far -> Near .*\}$/);
    expect(editor.text(uri, range!.parent!.parent!.range)).toMatch(/^process Train/);
    expect(editor.text(uri, range!.parent!.parent!.parent!.range)).toBe(xta);
  });

  test("colours say what names are", async () => {
    await editor.open(doc, xml);
    const found = await editor.connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri: doc } });
    expect((found?.data.length ?? 0) / 5).toBe(27);
  });
});

describe("declarations", () => {
  test("are formatted, hinted at, and lead to those who call them", async () => {
    await editor.open(uri, xta.replace("2 + 1", "2  +  1"));
    const textDocument = { uri };
    const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(TextDocument.applyEdits(editor.document(uri), edits!)).toContain("const int N = 2 + 1;");
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await editor.connection.sendRequest(InlayHintRequest.type, { textDocument, range: whole });
    expect(hints!.map(({ label }) => label)).toEqual(expect.arrayContaining(["= 3", "≤ 20"]));
    const [item] = (await editor.connection.sendRequest(CallHierarchyPrepareRequest.type, editor.at(uri, "|twice")))!;
    expect(item?.name).toBe("twice");
    expect(await editor.connection.sendRequest(CallHierarchyIncomingCallsRequest.type, { item: item! })).toEqual([]);
    expect(await editor.connection.sendRequest(CallHierarchyOutgoingCallsRequest.type, { item: item! })).toEqual([]);
    expect(await editor.places(DefinitionRequest.type, uri, "box.|deep")).toMatch(/^struct { int deep/);
  });

  test("calls are followed both ways, in XML", async () => {
    const more = "int one() { return 1; }\nint two() { return one() + one(); }\nchan go;";
    await editor.open(doc, xml.replace("chan go;", more).replace(">y = 0<", ">y = two()<"));
    const calls = async (marked: string) => {
      const [item] = (await editor.connection.sendRequest(CallHierarchyPrepareRequest.type, editor.at(doc, marked)))!;
      const incoming = await editor.connection.sendRequest(CallHierarchyIncomingCallsRequest.type, { item: item! });
      const outgoing = await editor.connection.sendRequest(CallHierarchyOutgoingCallsRequest.type, { item: item! });
      return [
        incoming!.map(({ from, fromRanges }) => [from.name, fromRanges.length]),
        outgoing!.map(({ to }) => to.name),
      ];
    };
    expect(await calls("int |one")).toEqual([[["two", 2]], []]);
    expect(await calls("y = |two")).toEqual([[["Train", 1]], ["one"]]);
  });
});
