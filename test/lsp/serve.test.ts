import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  CodeActionRequest,
  CodeLensRequest,
  type CompletionItem,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  type Location,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRequest,
  ShowDocumentRequest,
  SignatureHelpRequest,
  TypeDefinitionRequest,
  type WorkspaceEdit,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Editor } from "./client.ts";

/** Every request of the protocol that the server answers, asked by the protocol's own library, of XTA, XML and queries. */
const xta = `// How many there are.
const int N = 2 + 1;
typedef int[0, N - 1] id_t;
clock x; /* counts the waiting */
broadcast chan go[N];
struct { int deep; bool on; } box;
int twice(int a, int &b) { int c = a; b = c; return 2 * c; }
process Train(const id_t id) {
  clock y;
  state Far { y <= 20 }, Near;
  init Far;
  trans
    Far -> Near { select k : id_t; guard y > N && k != id; sync go[id]!; assign y = 0, box.deep = k; };
}
system Train;
`;
const xml = `<?xml version="1.0" encoding="utf-8"?>
<nta>
  <declaration>const int N = 3; // how many
clock x;
chan go;</declaration>
  <template>
    <name>Train</name>
    <declaration>clock y;</declaration>
    <location id="id0"><name>Far</name><label kind="invariant">y &lt;= N</label></location>
    <location id="id1"><name>Near</name></location>
    <init ref="id0"/>
    <transition><source ref="id0"/><target ref="id1"/><label kind="guard">y &lt; N &amp;&amp; x &gt; 1</label><label kind="synchronisation">go!</label><label kind="assignment">y = 0</label></transition>
  </template>
  <system>T1 = Train();
T2 = Train();
system T1, T2;</system>
  <queries><query><formula>E&lt;&gt; T1.Near &amp;&amp; x &gt; N</formula><comment/></query></queries>
</nta>
`;
const uri = "file:///models/train.xta";
const doc = "file:///models/train.xml";

let editor: Editor;
beforeEach(async () => {
  editor = new Editor();
  await editor.start();
});
afterEach(async () => {
  expect(await editor.end()).toBe(0);
});

const ask = {
  hover: async (at: string, marked: string) => {
    const found = await editor.connection.sendRequest(HoverRequest.type, editor.at(at, marked));
    return (found?.contents as { value: string } | undefined)?.value;
  },
  places: async (
    type: typeof DefinitionRequest.type | typeof TypeDefinitionRequest.type,
    at: string,
    marked: string,
  ) => {
    const found = (await editor.connection.sendRequest(type, editor.at(at, marked))) as Location | null;
    return found === null ? null : `${editor.line(found.uri, found.range.start)} @ ${found.range.start.character}`;
  },
  words: async (at: string, marked: string) => {
    const found = (await editor.connection.sendRequest(
      CompletionRequest.type,
      editor.at(at, marked),
    )) as CompletionItem[];
    return found.sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1)).map(({ label }) => label);
  },
  rename: async (at: string, marked: string, newName: string) => {
    const edit = (await editor.connection.sendRequest(RenameRequest.type, {
      ...editor.at(at, marked),
      newName,
    })) as WorkspaceEdit;
    return Object.fromEntries(
      Object.entries(edit.changes ?? {}).map(([u, edits]) => [u, TextDocument.applyEdits(editor.document(u), edits)]),
    );
  },
};

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
    expect(await ask.hover(uri, "y > |N")).toBe("```uppaal\nconst int N = 3\n```\n\nHow many there are.");
  });

  test("a comment behind a declaration", async () => {
    await editor.open(uri, xta);
    expect(await ask.hover(uri, "clock |x")).toBe("```uppaal\nclock x\n```\n\ncounts the waiting");
  });

  test("locals, locations, functions; nothing where there is no name", async () => {
    await editor.open(uri, xta);
    expect(await ask.hover(uri, "|y <= 20")).toBe("```uppaal\nclock y\n```\n\n*local of Train*");
    expect(await ask.hover(uri, "init |Far")).toBe("```uppaal\nlocation Far\n```\n\n*location of Train*");
    expect(await ask.hover(uri, "int |twice")).toBe("```uppaal\nint twice(int a, int &b)\n```");
    expect(await ask.hover(uri, "assign y =| 0")).toBeUndefined();
  });

  test("where it is declared, also from an id in XML", async () => {
    await editor.open(uri, xta);
    await editor.open(doc, xml);
    expect(await ask.places(DefinitionRequest.type, uri, "k != |id")).toBe("process Train(const id_t id) { @ 25");
    expect(await ask.places(DefinitionRequest.type, uri, "select k : |id_t")).toBe("typedef int[0, N - 1] id_t; @ 22");
    expect(await ask.places(DefinitionRequest.type, doc, 'init ref="|id0')).toContain("<name>Far</name>");
    expect(await ask.places(TypeDefinitionRequest.type, uri, "k != |id")).toBe("typedef int[0, N - 1] id_t; @ 22");
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

describe("completion", () => {
  test("names by scope, the nearest first", async () => {
    await editor.open(uri, xta);
    const found = await ask.words(uri, "guard |y > N");
    expect(found.slice(0, 3)).toEqual(["k", "id", "y"]);
    expect(found).toContain("twice");
    expect(found).not.toContain("c");
  });

  test("a synchronisation wants a channel", async () => {
    await editor.open(uri, xta);
    expect((await ask.words(uri, "sync |go[id]"))[0]).toBe("go");
  });

  test("inside a function its arguments and locals", async () => {
    await editor.open(uri, xta);
    expect((await ask.words(uri, "return 2 * |c")).slice(0, 3)).toEqual(["a", "b", "c"]);
  });

  test("members of processes and of structs, while the text is broken", async () => {
    await editor.open(uri, xta);
    await editor.open(doc, xml);
    await editor.change(doc, "T1.Near &amp;&amp; x", "T1.");
    expect(await ask.words(doc, "T1.|")).toEqual(["Far", "Near", "y"]);
    expect(await ask.words(uri, "box.|deep")).toEqual(["deep", "on"]);
  });

  test("operators of queries are spelled as XML wants them", async () => {
    await editor.open(doc, xml);
    const found = (await editor.connection.sendRequest(
      CompletionRequest.type,
      editor.at(doc, "<formula>|E"),
    )) as CompletionItem[];
    expect(found.find(({ label }) => label === "E<>")?.textEdit?.newText).toBe("E&lt;&gt;");
  });

  test("nothing in tags, names and comments", async () => {
    await editor.open(doc, xml);
    expect(await ask.words(doc, "<loc|ation")).toEqual([]);
    expect(await ask.words(doc, "<name>F|ar")).toEqual([]);
    expect(await ask.words(doc, "// how |many")).toEqual([]);
  });

  test("the parameters of a call", async () => {
    await editor.open(uri, xta);
    await editor.change(uri, "assign y = 0", "assign y = 0, twice(1, ");
    const found = await editor.connection.sendRequest(SignatureHelpRequest.type, editor.at(uri, "twice(1, |"));
    expect(found).toMatchObject({ signatures: [{ label: "int twice(int a, int &b)" }], activeParameter: 1 });
  });
});

describe("renaming", () => {
  test("changes the letters of the name and nothing else, through queries and the system line", async () => {
    await editor.open(doc, xml);
    const changed = await ask.rename(doc, "const int |N", "count");
    expect(changed[doc]).toBe(xml.replace(/\bN\b/g, "count"));
    expect((await ask.rename(doc, "<name>N|ear", "Here"))[doc]).toBe(xml.replaceAll("Near", "Here"));
    expect((await ask.rename(doc, "<name>|Train", "Tram"))[doc]).toBe(xml.replaceAll("Train", "Tram"));
  });

  test("of a type, wherever it stands for one", async () => {
    await editor.open(uri, xta);
    expect((await ask.rename(uri, "const |id_t", "tid"))[uri]).toBe(xta.replaceAll("id_t", "tid"));
  });

  test("is refused where another declaration would catch the name", async () => {
    await editor.open(uri, xta);
    await expect(ask.rename(uri, "const int |N", "y")).rejects.toThrow(/'y'/);
    await expect(ask.rename(uri, "const int |N", "3x")).rejects.toThrow("'3x' is not a name");
    await expect(ask.rename(uri, "const int |N", "clock")).rejects.toThrow("a word of the language");
  });

  test("is refused while the model is wrong", async () => {
    await editor.open(uri, xta.replace("y > N", "z > N"));
    await expect(
      editor.connection.sendRequest(PrepareRenameRequest.type, editor.at(uri, "const int |N")),
    ).rejects.toThrow("mend them first");
  });
});

describe("mending", () => {
  const titles = async (at: string, marked: string) => {
    const { position } = editor.at(at, marked);
    const found = await editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: at },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    return (found ?? []).map((action) => ("edit" in action ? action : { title: action.title, edit: undefined }));
  };

  test("did you mean", async () => {
    await editor.open(doc, xml.replace("T1.Near", "T1.Nera"));
    const [action] = await titles(doc, "T1.N|era");
    expect(action?.title).toBe("Write 'Near'");
    expect(TextDocument.applyEdits(editor.document(doc), action!.edit!.changes![doc]!)).toBe(xml);
  });

  test("a comparison for an assignment", async () => {
    await editor.open(uri, xta.replace("y > N && k != id", "box.deep = id"));
    const [action] = await titles(uri, "box.deep |= id");
    expect(TextDocument.applyEdits(editor.document(uri), action!.edit!.changes![uri]!)).toBe(
      xta.replace("y > N && k != id", "box.deep == id"),
    );
  });

  test("a variable whose value no longer matters is reset", async () => {
    const model = readFileSync(new URL("../../examples/handshake.xml", import.meta.url), "utf8");
    await editor.open(doc, model);
    const [reset] = (await titles(doc, "int[0,D-1] w|val")).filter(({ title }) => title.startsWith("Reset"));
    expect(reset?.title).toMatch(/^Reset variables at \d+ places? where their values no longer matter$/);
    const text = TextDocument.applyEdits(editor.document(doc), reset!.edit!.changes![doc]!);
    expect(text).not.toBe(model);
    expect(await editor.open(doc, text)).toEqual([]);
  });

  test("what lint finds is mended where no verdict changes", async () => {
    await editor.open(uri, xta);
    const [action] = await titles(uri, "clock |x;");
    expect(action).toMatchObject({ kind: "quickfix" });
    const text = TextDocument.applyEdits(editor.document(uri), action!.edit!.changes![uri]!);
    expect((await editor.open(uri, text)).map(({ code }) => code)).toEqual(["unused-function"]);
  });

  /** The text after the action of this title. */
  const done = async (marked: string, title: string): Promise<string | undefined> => {
    const action = (await titles(uri, marked)).find((one) => one.title === title);
    return action && TextDocument.applyEdits(editor.document(uri), action.edit!.changes![uri]!);
  };

  test("a template is put on the system line, and a variable made meta", async () => {
    const more = `int spare;\n${xta}`.replace("system", "process Q() { state A; init A; }\nsystem");
    await editor.open(uri, more);
    const title = "Add 'Q' to the system line";
    expect(await done("process |Q", title)).toBe(more.replace("system Train;", "system Train, Q;"));
    expect(await done("int s|pare", "Make 'spare' meta")).toBe(more.replace("int spare", "meta int spare"));
  });

  test("a file of UPPAAL 3 is written in today's syntax", async () => {
    const old =
      "int n; clock x; process P { state A { x<=3 }, B; init A; trans A -> B { guard x>=1, n==0; }; } system P;";
    const [told] = await editor.open(uri, old);
    expect(told).toMatchObject({ code: "old-dialect", severity: 2 });
    const modern = await done("|int n", "Write this file in the syntax of UPPAAL 5");
    expect((await editor.open(uri, modern!)).map(({ severity }) => severity)).not.toContain(1);
    expect(modern).toContain("x >= 1 && n == 0");
  });

  test("a name that nobody declares is declared, by the types that mend it", async () => {
    await editor.open(uri, xta.replace("sync go[id]!", "sync finally!"));
    expect((await titles(uri, "sync f|inally")).map(({ title }) => title)).toEqual(["Declare 'chan finally'"]);
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
    expect(await ask.places(DefinitionRequest.type, uri, "box.|deep")).toMatch(/^struct { int deep/);
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
    const changed = await ask.rename(queries, "&& |N", "count");
    expect(changed[model]).toBe(xta.replace(/\bN\b/g, "count"));
    expect(changed[queries]).toBe("E<> Train(0).Near\nA[] x >= 0 && count == 3\n");
    expect(await ask.places(DefinitionRequest.type, queries, "Train(0).|Near")).toBe(
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
