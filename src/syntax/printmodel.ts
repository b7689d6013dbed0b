import { wants } from "../base/index.ts";
import { printDeclarations, printTemplate } from "./printdeclaration.ts";
import { printBinder, printExpr } from "./printexpression.ts";
import type { GanttRow, ProgressMeasure, SystemLine, Tree } from "./tree.ts";

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

export function printSystemLine(system: SystemLine): string {
  return `system ${system.groups.map((group) => group.map((name) => name.name).join(", ")).join(" < ")};`;
}

export function printProgress(measures: readonly ProgressMeasure[]): string {
  const lines = measures.map(
    ({ guard, measure }) => `  ${guard ? `${printExpr(guard)} : ` : ""}${printExpr(measure)};\n`,
  );
  return `progress {\n${lines.join("")}}`;
}

export function printGantt(rows: readonly GanttRow[]): string {
  const lines = rows.map(({ name, binders, entries }) => {
    const formal = binders.length > 0 ? `(${binders.map(printBinder).join(", ")})` : "";
    const bars = entries.map((entry) => {
      const loop = entry.binders.length > 0 ? `for (${entry.binders.map(printBinder).join(", ")}) ` : "";
      return `${loop}${printExpr(entry.predicate)} -> ${printExpr(entry.value)}`;
    });
    return `  ${name.name}${formal} : ${bars.join(", ")};\n`;
  });
  return `gantt {\n${lines.join("")}}`;
}
