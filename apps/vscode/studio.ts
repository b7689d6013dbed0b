import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import {
  type CustomTextEditorProvider,
  commands,
  type ExtensionContext,
  env,
  Range,
  type TextDocument,
  Uri,
  ViewColumn,
  type WebviewPanel,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { Program } from "./program.ts";

/**
 * Studio as an editor of XML models, beside the text and in step with it. The page is that of `zonal studio`, in a frame; it
 * sends the whole text after each change, of which only the part that differs is written into the document, so that all else
 * keeps its bytes.
 */
export function registerStudio(context: ExtensionContext, program: Program): void {
  const provider = new Studio(program);
  context.subscriptions.push(
    provider,
    window.registerCustomEditorProvider("zonal.studio", provider, {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    commands.registerCommand("zonal.openStudio", async () => {
      const uri = window.activeTextEditor?.document.uri;
      if (uri !== undefined) await commands.executeCommand("vscode.openWith", uri, "zonal.studio", ViewColumn.Beside);
    }),
  );
}

class Studio implements CustomTextEditorProvider {
  readonly #program: Program;
  #server: { readonly child: ChildProcess; readonly address: Promise<string> } | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  dispose(): void {
    this.#server?.child.kill();
  }

  async resolveCustomTextEditor(document: TextDocument, panel: WebviewPanel): Promise<void> {
    const address = await env.asExternalUri(Uri.parse(await this.#address()));
    panel.webview.options = { enableScripts: true };
    /** What the page has, as far as is known. */
    let there: string | undefined;
    const send = (): void => {
      const text = document.getText();
      if (text === there) return;
      there = text;
      void panel.webview.postMessage({ zonal: "text", name: basename(document.fileName), text });
    };
    const changes = workspace.onDidChangeTextDocument((event) => {
      if (event.document.uri.toString() === document.uri.toString()) send();
    });
    panel.webview.onDidReceiveMessage(async ({ zonal, text }: { readonly zonal: string; readonly text?: string }) => {
      if (zonal === "ready") {
        there = undefined;
        send();
      } else if (zonal === "text" && text !== undefined && text !== document.getText()) {
        there = text;
        await replace(document, text);
      }
    });
    panel.onDidDispose(() => changes.dispose());
    panel.webview.html = pageAround(address.toString(true));
  }

  #address(): Promise<string> {
    this.#server ??= this.#start();
    return this.#server.address;
  }

  #start() {
    const child = this.#program.start(["studio", "--no-open", "--port", "0", "--framed"]);
    child.on("exit", () => {
      this.#server = undefined;
    });
    const address = new Promise<string>((resolve, reject) => {
      child.on("error", reject);
      child.stdout?.once("data", (bytes: Buffer) => resolve(`${bytes.toString().trim()}#framed`));
    });
    return { child, address };
  }
}

/** Writes what differs, and nothing else. */
async function replace(document: TextDocument, text: string): Promise<void> {
  const old = document.getText();
  const { start, end, added } = difference(old, text);
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), added);
  await workspace.applyEdit(edit);
}

/** The part of a text between what is the same at its beginning and at its end. */
function difference(old: string, text: string) {
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start++;
  let tail = 0;
  while (tail < most - start && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  return { start, end: old.length - tail, added: text.slice(start, text.length - tail) };
}

/** A page that holds Studio in a frame and hands messages on, each way only from the one side to the other. */
function pageAround(address: string): string {
  const nonce = randomBytes(16).toString("hex");
  const { origin } = new URL(address);
  return `<!DOCTYPE html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>html, body, iframe { margin: 0; padding: 0; border: 0; width: 100%; height: 100vh; display: block }</style>
<iframe src="${address}"></iframe>
<script nonce="${nonce}">
const editor = acquireVsCodeApi(), page = document.querySelector("iframe");
addEventListener("message", ({ data, source }) => {
  if (source === page.contentWindow) editor.postMessage(data);
  else page.contentWindow.postMessage(data, ${JSON.stringify(origin)});
});
</script>`;
}
