import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { pack } from "../../apps/vscode/pack.ts";
import { lampXml, path } from "./harness.ts";
import { type Api, editorApi, loadExtension } from "./vscode.ts";

/** The extension as it is packed: unpacked, and loaded into an editor that has only what VS Code has. */
const folder = path("unpacked");

beforeAll(async () => {
  mkdirSync(path("studio"));
  writeFileSync(join(path("studio"), "index.html"), "<title>Studio</title>");
  writeFileSync(path("zonal.vsix"), await pack(inject("commands"), path("studio")));
  execFileSync("unzip", ["-q", path("zonal.vsix"), "-d", folder]);
}, 60_000);

interface Manifest {
  readonly version: string;
  readonly main: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly grammars: readonly { readonly path: string }[];
    readonly languages: readonly { readonly configuration?: string }[];
  };
}
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const manifest = (): Manifest => JSON.parse(read("extension/package.json"));

describe("the package", () => {
  test("holds what its manifests name, and nothing twice", () => {
    const { version, main, contributes } = manifest();
    expect(version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    const files = [
      main,
      ...contributes.grammars.map((g) => g.path),
      ...contributes.languages.flatMap((l) => l.configuration ?? []),
    ];
    expect(files.filter((name) => !existsSync(join(folder, "extension", name)))).toEqual([]);
    expect(read("extension.vsixmanifest")).toContain(`Id="zonal" Version="${version}"`);
    const endings = new Set(
      readdirSync(join(folder, "extension"), { recursive: true, encoding: "utf8" }).flatMap(
        (name) => /\.(\w+)$/.exec(name)?.[1] ?? [],
      ),
    );
    const types = read("[Content_Types].xml");
    expect([...endings].filter((ending) => !types.includes(`Extension=".${ending}"`))).toEqual([]);
  });

  test("brings a zonal that works", () => {
    const program = join(folder, "extension/zonal/bin/zonal.js");
    expect(execFileSync(process.execPath, [program, "check", "-"], { input: lampXml, encoding: "utf8" })).toBeDefined();
  });
});

describe("in the editor", () => {
  interface Started {
    readonly commands: Map<string, (...args: unknown[]) => unknown>;
    readonly provider: { resolveCustomTextEditor(document: unknown, panel: unknown): Promise<void> };
    readonly applied: unknown[];
  }

  /** Starts the extension with its client and its server. */
  async function start(given: Readonly<Record<string, Api>> = {}): Promise<Started & { end(): Promise<void> }> {
    const commands = new Map<string, (...args: unknown[]) => unknown>();
    const applied: unknown[] = [];
    let provider: Started["provider"] | undefined;
    const disposed: { dispose(): unknown }[] = [];
    const api = editorApi({
      commands: {
        ...given.commands,
        registerCommand: (name: string, run: (...args: unknown[]) => unknown) => (
          commands.set(name, run), { dispose: () => undefined }
        ),
      },
      workspace: {
        getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }),
        applyEdit: async (edit: { readonly edits: unknown[] }) => applied.push(...edit.edits),
        ...given.workspace,
      },
      window: {
        registerCustomEditorProvider: (_: string, p: Started["provider"]) => (
          (provider = p), { dispose: () => undefined }
        ),
        ...given.window,
      },
      env: { asExternalUri: async (uri: unknown) => uri, language: "en" },
      languages: { match: () => 10 },
      tests: given.tests ?? { createTestController: controllerOf({}) },
    });
    const context = { subscriptions: disposed, asAbsolutePath: (name: string) => join(folder, "extension", name) };
    await loadExtension(join(folder, "extension/extension.js"), api).activate(context);
    return {
      commands,
      provider: provider!,
      applied,
      end: async () => void (await Promise.all(disposed.map((one) => one.dispose()))),
    };
  }

  test("every command that the manifest names is there", async () => {
    const { commands, end } = await start();
    const named = manifest().contributes.commands.map(({ command }) => command);
    // Two are the language server's own, which its client registers.
    expect([...commands.keys()].sort()).toEqual([...named, "zonal.openTrace", "zonal.verify"].sort());
    await end();
  });

  test("Studio and the text are in step: only what differs is written", async () => {
    let changed: ((event: unknown) => void) | undefined;
    const listen = (f: (event: unknown) => void) => ((changed = f), { dispose: () => undefined });
    const { provider, applied, end } = await start({ workspace: { onDidChangeTextDocument: listen } });
    let text = lampXml;
    const uri = { toString: () => "file:///lamp.xml" };
    const document = { uri, fileName: "/lamp.xml", getText: () => text, positionAt: (at: number) => at };
    const sent: unknown[] = [];
    let received: ((message: unknown) => Promise<void>) | undefined;
    const webview = {
      options: {},
      html: "",
      postMessage: async (message: unknown) => sent.push(message),
      onDidReceiveMessage: (f: (message: unknown) => Promise<void>) => (received = f),
    };
    await provider.resolveCustomTextEditor(document, { webview, onDidDispose: () => undefined });
    expect(webview.html).toMatch(/<iframe src="http:\/\/localhost:\d+\/#framed">/);
    await received!({ zonal: "ready" });
    expect(sent).toEqual([{ zonal: "text", name: "lamp.xml", text }]);
    await received!({ zonal: "text", text: text.replace('x="150"', 'x="250"') });
    const at = text.indexOf('x="150"') + 3;
    expect(applied).toMatchObject([[uri, { all: [at, at + 1] }, "2"]]);
    // What came from the page is not sent back; what is typed is.
    text = text.replace('x="150"', 'x="250"');
    changed!({ document });
    expect(sent).toHaveLength(1);
    text = text.replace("n &lt; 3", "n &lt; 2");
    changed!({ document });
    expect(sent).toHaveLength(2);
    await end();
  });

  test("each query is a test: it passes as expected, fails with a chart, and can be cancelled", async () => {
    const text = lampXml.replace("<comment>it can be lit</comment>", '<expect outcome="failure"/>');
    const uri = { toString: () => "file:///lamp.xml", fsPath: "/lamp.xml", scheme: "file" };
    const document = { uri, languageId: "xml", version: 1, fileName: "/lamp.xml", getText: () => text };
    const seen: Seen = {};
    const shown: unknown[] = [];
    const { end } = await start({
      workspace: { textDocuments: [document] },
      tests: { createTestController: controllerOf(seen) },
      commands: { executeCommand: async (name: string, svg: string) => shown.push(name, svg.slice(0, 4)) },
    });
    await expect.poll(() => seen.file?.children.all.length, { timeout: 20_000 }).toBe(2);
    expect(seen.file!.children.all.map(({ label, description }) => [label, description])).toEqual([
      ["E<> L.on", "expected: failure"],
      ["A[] L.on imply x <= 10", undefined],
    ]);
    const cancel = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
    await seen.run!({ include: undefined }, cancel);
    expect(seen.ended).toEqual(["failed E<> L.on: satisfied, expected: failure", "passed A[] L.on imply x <= 10"]);
    expect(shown).toEqual(["zonal.showTrace", "<svg"]);
    await seen.run!({ include: undefined }, { ...cancel, isCancellationRequested: true });
    expect(seen.ended?.slice(2)).toEqual(["skipped E<> L.on", "skipped A[] L.on imply x <= 10"]);
    await end();
  }, 60_000);
});

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly children: {
    all: readonly Item[];
    replace(items: readonly Item[]): void;
    forEach(f: (item: Item) => void): void;
  };
}
interface Seen {
  file?: Item;
  run?: (request: unknown, cancel: unknown) => Promise<void>;
  ended?: string[];
}

/** The editor's list of tests, which notes what comes. */
function controllerOf(seen: Seen) {
  const told = (how: string, { label }: Item, message = ""): void =>
    void (seen.ended ??= []).push(`${how} ${label}${message}`);
  return () => ({
    items: {
      add: (item: Item) => void (seen.file = item),
      delete: () => undefined,
      forEach: (f: (item: Item) => void) => seen.file && f(seen.file),
    },
    createRunProfile: (_: string, __: unknown, run: Seen["run"]) => void (seen.run = run),
    createTestItem: (_: string, label: string): Item => ({
      label,
      children: {
        all: [],
        replace(items) {
          this.all = items;
        },
        forEach(f) {
          this.all.forEach(f);
        },
      },
    }),
    createTestRun: () => ({
      started: () => undefined,
      appendOutput: () => undefined,
      end: () => undefined,
      passed: (item: Item) => told("passed", item),
      failed: (item: Item, { message }: { readonly message: string }) => told("failed", item, `: ${message}`),
      skipped: (item: Item) => told("skipped", item),
    }),
    dispose: () => undefined,
  });
}
