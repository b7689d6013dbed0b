import { unreachable, wants } from "../base/index.ts";
import { printExpr, printExprs, printParameters, printType, printVariables } from "./printexpression.ts";
import { printBlock } from "./printstatement.ts";
import { printEdge, printLocation, xtaNames } from "./printtemplate.ts";
import type { Declaration, ImportDeclaration, Template } from "./tree.ts";

/** Prints declarations and templates, starting at `indent`, without a newline at the end. */
export function printDeclaration(declaration: Declaration, indent = ""): string {
  switch (declaration.kind) {
    case "variables":
    case "typedef":
      return printVariables(declaration);
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

/**
 * Prints a template as an XTA process. Locations and branch points without a name get `_` and their id, as UPPAAL calls
 * them; coordinates, colours and notes have no place in XTA and are left out.
 */
export function printTemplate(template: Template): string {
  wants("printTemplate", template, "template");
  const { name, parameters, declarations, locations, branchpoints, initial, edges } = template;
  const names = xtaNames(template);
  const nameOf = (id: string): string => names.get(id) ?? id;
  let text = `process ${name.name}(${printParameters(parameters)}) {\n${printDeclarations(declarations, "  ")}`;
  if (locations.length > 0)
    text += list(
      "state",
      locations.map((l) => printLocation(l, nameOf(l.id))),
    );
  if (branchpoints.length > 0) text += `  branchpoint ${branchpoints.map((b) => nameOf(b.id)).join(", ")};\n`;
  const committed = locations.filter((l) => l.committed);
  const urgent = locations.filter((l) => l.urgent);
  if (committed.length > 0) text += `  commit ${committed.map((l) => nameOf(l.id)).join(", ")};\n`;
  if (urgent.length > 0) text += `  urgent ${urgent.map((l) => nameOf(l.id)).join(", ")};\n`;
  if (initial) text += `  init ${nameOf(initial.name)};\n`;
  if (edges.length > 0)
    text += list(
      "trans",
      edges.map((e) => printEdge(e, nameOf(e.source.name), nameOf(e.target.name))),
    );
  return `${text}}`;
}

function list(word: string, items: readonly string[]): string {
  return `  ${word}\n    ${items.join(",\n    ")};\n`;
}
