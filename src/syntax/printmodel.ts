import { wants } from "../base/index.ts";
import { printDeclarations, printGantt, printProgress, printSystemLine } from "./printdeclaration.ts";
import { printTemplate } from "./printtemplate.ts";
import type { Tree } from "./tree.ts";

/**
 * Prints a whole model as an XTA file of the present language, whatever it was read from: so printing is also how old
 * syntax and XML are converted. Queries go to a `.q` file (`printQueryFile`); charts and coordinates cannot be said in XTA.
 */
export function printXta(tree: Tree): string {
  wants("printXta", tree, "tree");
  const parts = [
    printDeclarations(tree.declarations),
    ...tree.templates.map((t) => `${printTemplate(t)}\n`),
    printSystem(tree),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** The text of XML's `<system>`: declarations, the system line, progress measures, gantt rows. */
export function printSystem(tree: Pick<Tree, "systemDeclarations" | "system" | "progress" | "gantt">): string {
  let text = printDeclarations(tree.systemDeclarations);
  if (tree.system) text += `${printSystemLine(tree.system)}\n`;
  if (tree.progress.length > 0) text += `${printProgress(tree.progress)}\n`;
  if (tree.gantt.length > 0) text += `${printGantt(tree.gantt)}\n`;
  return text;
}
