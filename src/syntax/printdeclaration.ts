import { unreachable } from "../base/index.ts";
import { printAt, printBinder, printExpr, printExprs } from "./printexpression.ts";
import { printBlock } from "./printstatement.ts";
import { printTemplate } from "./printtemplate.ts";
import { printDeclarator, printParameters, printType } from "./printtype.ts";
import type { Declaration, GanttRow, ImportDeclaration, ProgressMeasure, Sync, SystemLine } from "./tree.ts";

/** Prints declarations and the end of a model, starting at `indent`, without a newline at the end. */
export function printDeclaration(declaration: Declaration, indent = ""): string {
  switch (declaration.kind) {
    case "variables":
      return `${printType(declaration.type)} ${declaration.declarators.map(printDeclarator).join(", ")};`;
    case "typedef":
      return `typedef ${printType(declaration.type)} ${declaration.declarators.map(printDeclarator).join(", ")};`;
    case "function": {
      const { result, name, parameters, body } = declaration;
      return `${printType(result)} ${name.name}(${printParameters(parameters)}) ${printBlock(body, indent)}`;
    }
    case "priority": {
      const groups = declaration.groups.map((group) =>
        group.map((c) => (c.kind === "default" ? c.kind : printExpr(c))).join(", "),
      );
      return `chan priority ${groups.join(" < ")};`;
    }
    case "before_update":
    case "after_update":
      return `${declaration.kind} { ${printExprs(declaration.updates)} }`;
    case "dynamic":
      return `dynamic ${declaration.name.name}(${printParameters(declaration.parameters)});`;
    case "import":
      return printImport(declaration, indent);
    case "instantiation": {
      const { name, parameters, template, args } = declaration;
      const formal = parameters.length > 0 ? `(${printParameters(parameters)})` : "";
      return `${name.name}${formal} = ${template.name}(${printExprs(args)});`;
    }
    case "template":
      return printTemplate(declaration.template);
    default:
      return unreachable(declaration);
  }
}

export function printDeclarations(declarations: readonly Declaration[], indent = ""): string {
  return declarations.map((d) => `${indent}${printDeclaration(d, indent)}\n`).join("");
}

function printImport(declaration: ImportDeclaration, indent: string): string {
  const lines = declaration.functions.map(({ alias, result, name, parameters }) => {
    const renamed = alias ? `${alias.name} = ` : "";
    return `${indent}  ${renamed}${printType(result)} ${name.name}(${printParameters(parameters)});\n`;
  });
  return `import "${declaration.library}" {\n${lines.join("")}${indent}};`;
}

export function printSync(sync: Sync): string {
  return sync.direction === "" ? printExpr(sync.channel) : printAt(sync.channel, 14) + sync.direction;
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
