import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  PrepareRenameRequest,
  SignatureHelpRequest,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { doc, editor, uri, withEditor, xml, xta } from "./train.ts";

/** What the server has to offer for writing, asked by the protocol's own library: completion, renaming, mending. */
withEditor();

describe("completion", () => {
  test("names by scope, the nearest first", async () => {
    await editor.open(uri, xta);
    const found = await editor.words(uri, "guard |y > N");
    expect(found.slice(0, 3)).toEqual(["k", "id", "y"]);
    expect(found).toContain("twice");
    expect(found).not.toContain("c");
  });

  test("a synchronisation wants a channel", async () => {
    await editor.open(uri, xta);
    expect((await editor.words(uri, "sync |go[id]"))[0]).toBe("go");
  });

  test("inside a function its arguments and locals", async () => {
    await editor.open(uri, xta);
    expect((await editor.words(uri, "return 2 * |c")).slice(0, 3)).toEqual(["a", "b", "c"]);
  });

  test("members of processes and of structs, while the text is broken", async () => {
    await editor.open(uri, xta);
    await editor.open(doc, xml);
    await editor.change(doc, "T1.Near &amp;&amp; x", "T1.");
    expect(await editor.words(doc, "T1.|")).toEqual(["Far", "Near", "y"]);
    expect(await editor.words(uri, "box.|deep")).toEqual(["deep", "on"]);
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
    expect(await editor.words(doc, "<loc|ation")).toEqual([]);
    expect(await editor.words(doc, "<name>F|ar")).toEqual([]);
    expect(await editor.words(doc, "// how |many")).toEqual([]);
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
    const changed = await editor.rename(doc, "const int |N", "count");
    expect(changed[doc]).toBe(xml.replace(/\bN\b/g, "count"));
    expect((await editor.rename(doc, "<name>N|ear", "Here"))[doc]).toBe(xml.replaceAll("Near", "Here"));
    expect((await editor.rename(doc, "<name>|Train", "Tram"))[doc]).toBe(xml.replaceAll("Train", "Tram"));
  });

  test("of a type, wherever it stands for one", async () => {
    await editor.open(uri, xta);
    expect((await editor.rename(uri, "const |id_t", "tid"))[uri]).toBe(xta.replaceAll("id_t", "tid"));
  });

  test("is refused where another declaration would catch the name", async () => {
    await editor.open(uri, xta);
    await expect(editor.rename(uri, "const int |N", "y")).rejects.toThrow(/'y'/);
    await expect(editor.rename(uri, "const int |N", "3x")).rejects.toThrow("'3x' is not a name");
    await expect(editor.rename(uri, "const int |N", "clock")).rejects.toThrow("a word of the language");
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
