import type { ExtensionContext } from "vscode";
import { startClient } from "./client.ts";
import { registerCommands } from "./commands.ts";
import { Program } from "./program.ts";
import { registerStudio } from "./studio.ts";
import { registerTests } from "./tests.ts";

/**
 * The extension for VS Code: the language server and the commands of `zonal`, which it brings along, in the places that the
 * editor has for them. All it knows of models it asks them.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const program = new Program(context);
  registerCommands(context, program);
  registerStudio(context, program);
  const client = await startClient(context, program);
  registerTests(context, program, client);
}
