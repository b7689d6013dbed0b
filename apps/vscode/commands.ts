import { basename } from "node:path";
import { commands, type ExtensionContext, type TextDocument, ViewColumn, window, workspace } from "vscode";
import type { Program } from "./program.ts";

/** What the command line does, from the command palette, for the model in the active editor. */
export function registerCommands(context: ExtensionContext, program: Program): void {
  const on = (name: string, run: (document: TextDocument) => Promise<void>): void => {
    context.subscriptions.push(
      commands.registerCommand(name, async () => {
        const document = window.activeTextEditor?.document;
        if (document === undefined) await window.showInformationMessage("Open a model first.");
        else await run(document);
      }),
    );
  };
  on("zonal.verifyFile", async (document) => {
    if (await document.save()) program.terminal("verify", ["verify", document.fileName]);
  });
  on("zonal.simulate", async (document) => {
    if (await document.save()) program.terminal("simulate", ["simulate", document.fileName]);
  });
  on("zonal.reduce", (document) => reduce(document, program));
  on("zonal.diff", (document) => compare(document, program));
  context.subscriptions.push(
    commands.registerCommand("zonal.showTrace", (svg: string, title: string) => showTrace(svg, title)),
  );
}

/** The reduced model beside the present one, as two texts to compare. */
async function reduce(document: TextDocument, program: Program): Promise<void> {
  const { code, out, err } = await program.run(["reduce", "-", "-o", "-"], document.getText());
  if (code !== 0) return void (await window.showErrorMessage(err.trim() || "no answer"));
  const { languageId: language } = document;
  const reduced = await workspace.openTextDocument({ language, content: out });
  await commands.executeCommand("vscode.diff", document.uri, reduced.uri, `${basename(document.fileName)}: reduced`);
}

async function compare(document: TextDocument, program: Program): Promise<void> {
  const [other] =
    (await window.showOpenDialog({ title: "Compare with", filters: { models: ["xml", "xta", "ta"] } })) ?? [];
  if (other === undefined) return;
  const { out, err } = await program.run(["diff", other.fsPath, "-"], document.getText());
  const content = out === "" ? err : out;
  await window.showTextDocument(await workspace.openTextDocument({ content }), ViewColumn.Beside);
}

/** A run as a chart of sequences, in a page without scripts. */
function showTrace(svg: string, title: string): void {
  const panel = window.createWebviewPanel("zonal.trace", title, ViewColumn.Beside, {});
  panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><body style="background: white">${svg}</body>`;
}
