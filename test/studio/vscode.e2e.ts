import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { pack } from "../../apps/vscode/pack.ts";
import { editorApi, loadExtension } from "../cli/vscode.ts";
import { root, test } from "./browser.ts";

/**
 * Studio beside the text in VS Code: the extension as it is packed, with its own `zonal` and studio, and its page in a real
 * browser. Only the editor around them is a mock, which keeps a text, applies edits to it and hands messages on.
 */
interface Message {
  readonly zonal: string;
}
interface Provider {
  resolveCustomTextEditor(document: unknown, panel: unknown): Promise<void>;
}
type Listener<T> = (event: T) => unknown;

class Editor {
  text: string;
  readonly edits: (readonly [start: number, end: number, text: string])[] = [];
  readonly uri = { toString: () => "file:///models/railway.xml" };
  /** The page that the extension wrote, and what it and the page tell each other. */
  readonly webview = {
    options: {},
    html: "",
    postMessage: async (message: Message) => this.show(message),
    onDidReceiveMessage: (listener: Listener<Message>) => void (this.heard = listener),
  };
  show: (message: Message) => Promise<unknown> = async () => undefined;
  heard: Listener<Message> = () => undefined;
  #changed: Listener<unknown>[] = [];
  #provider: Provider | undefined;
  #started: { dispose(): unknown }[] = [];

  constructor(text: string) {
    this.text = text;
  }

  async start(folder: string): Promise<void> {
    const disposable = { dispose: () => undefined };
    const api = editorApi({
      workspace: {
        getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }),
        onDidChangeTextDocument: (listener: Listener<unknown>) => (this.#changed.push(listener), disposable),
        applyEdit: async ({ edits }: { readonly edits: readonly unknown[] }) => {
          for (const edit of edits) {
            const [, { all }, added] = edit as readonly [unknown, { readonly all: [number, number] }, string];
            this.edits.push([...all, added]);
            this.write(`${this.text.slice(0, all[0])}${added}${this.text.slice(all[1])}`);
          }
        },
      },
      window: {
        registerCustomEditorProvider: (_: string, provider: Provider) => ((this.#provider = provider), disposable),
      },
      env: { asExternalUri: async (uri: unknown) => uri, language: "en" },
      languages: { match: () => 0 },
      tests: {
        createTestController: () => ({
          ...disposable,
          items: { forEach: () => undefined },
          createRunProfile: () => disposable,
        }),
      },
    });
    const context = { subscriptions: this.#started, asAbsolutePath: (name: string) => join(folder, "extension", name) };
    await loadExtension(join(folder, "extension/extension.js"), api).activate(context);
    const panel = { webview: this.webview, onDidDispose: () => undefined };
    const { uri } = this;
    const document = { uri, fileName: "/models/railway.xml", getText: () => this.text, positionAt: (at: number) => at };
    await this.#provider!.resolveCustomTextEditor(document, panel);
  }

  /** The address of the extension's page. */
  async served(): Promise<string> {
    const server = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(this.webview.html),
    );
    this.#started.push({ dispose: () => server.close() });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return `http://localhost:${(server.address() as AddressInfo).port}/`;
  }

  /** What is typed into the text. */
  write(text: string): void {
    this.text = text;
    for (const listener of this.#changed) listener({ document: { uri: this.uri }, contentChanges: [] });
  }

  async end(): Promise<void> {
    await Promise.all(this.#started.map((one) => one.dispose()));
  }
}

/** The extension, unpacked. */
async function unpacked(folder: string): Promise<string> {
  const packed = join(folder, "zonal.vsix");
  writeFileSync(packed, await pack(join(root, "dist/bin"), join(root, "dist/studio")));
  execFileSync("unzip", ["-qo", packed, "-d", join(folder, "extension")]);
  return join(folder, "extension");
}

test("in VS Code the drawing follows the text, and the text the drawing, byte for byte", async ({
  browser,
  folder,
}) => {
  // With the ends of lines that a page is not to touch.
  const original = readFileSync(join(root, "examples/railway.xml"), "utf8").replaceAll("\n", "\r\n");
  const editor = new Editor(original);
  await editor.start(await unpacked(folder));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.exposeFunction("toExtension", (message: Message) => editor.heard(message));
    editor.show = (message) => page.evaluate((data) => window.postMessage(data, "*"), message);
    // Each webview may take this only once.
    await page.addInitScript(`window.acquireVsCodeApi = () => {
      delete window.acquireVsCodeApi;
      return { postMessage: (message) => void window.toExtension(message) };
    }`);
    await page.goto(await editor.served());
    const studio = page.frameLocator("iframe");
    const guard = studio.locator('[data-key="e:4"] .guard');
    await studio.locator(".bar .file", { hasText: "railway.xml" }).waitFor();

    const typed = original.replace("x &gt;= 7", "x &gt;= 71");
    expect(typed).not.toBe(original);
    editor.write(typed);
    await expect.poll(() => guard.textContent()).toBe("x >= 71");
    // While the text is no XML the drawing stays.
    editor.write(typed.replace("</transition>", "</transit"));
    editor.write(typed.replace("x &gt;= 71", "x &gt;= 72"));
    await expect.poll(() => guard.textContent()).toBe("x >= 72");
    expect(editor.edits).toEqual([]);

    await guard.click();
    await studio.locator('[data-field="Guard"]').click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.insertText("x < 9 && x >= 7");
    await page.keyboard.press("Escape");
    const drawn = original.replace("x &gt;= 7", "x &lt; 9 &amp;&amp; x &gt;= 7");
    await expect.poll(() => editor.text).toBe(drawn);
    // Only bytes of the label were written.
    const at = original.indexOf("x &gt;= 7");
    expect(editor.edits.filter(([start, end]) => start < at || end > at + "x &gt;= 72".length + 40)).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await editor.end();
  }
});
