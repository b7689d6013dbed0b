import type { ExtensionContext } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import type { Program } from "./program.ts";

/** The language server, `zonal lsp`, for everything that is a model or a file of queries. */
const languages = ["uppaal", "uppaal-query", "tchecker"];

export async function startClient(context: ExtensionContext, program: Program): Promise<LanguageClient> {
  const { command, args, env } = program.call(["lsp", "--timeout", String(program.timeout)]);
  const client = new LanguageClient(
    "zonal",
    "Zonal",
    { command, args, options: { env: { ...process.env, ...env } } },
    {
      documentSelector: [
        ...languages.map((language) => ({ language })),
        // Other XML is none of ours; the server is silent about it, too.
        { language: "xml", pattern: "**/*.xml" },
      ],
    },
  );
  context.subscriptions.push(client);
  await client.start();
  return client;
}
