import { unreachable } from "../base/index.ts";
import { printExpr } from "./printexpression.ts";
import type { BaseType, Declarator, Dimension, Initialiser, Parameter, TypeExpr } from "./tree.ts";

/** Prints types and the names declared with them: declarators, dimensions, initialisers, parameters. */
export function printType(type: TypeExpr): string {
  return type.prefix ? `${type.prefix} ${base(type.base)}` : base(type.base);
}

function base(type: BaseType): string {
  switch (type.kind) {
    case "int":
      return type.range ? `int[${printExpr(type.range[0])},${printExpr(type.range[1])}]` : "int";
    case "scalar":
      return `scalar[${printExpr(type.size)}]`;
    case "named":
      return type.name;
    case "struct":
      return `struct { ${type.fields.map((f) => `${printType(f.type)} ${f.declarators.map(printDeclarator).join(", ")};`).join(" ")} }`;
    case "bool":
    case "double":
    case "string":
    case "clock":
    case "chan":
    case "void":
      return type.kind;
    default:
      return unreachable(type);
  }
}

export function printDeclarator(declarator: Declarator): string {
  const { name, dimensions, initialiser } = declarator;
  const declared = name.name + printDimensions(dimensions);
  return initialiser ? `${declared} = ${printInitialiser(initialiser)}` : declared;
}

function printDimensions(dimensions: readonly Dimension[]): string {
  return dimensions.map((d) => `[${d.kind === "type" ? printType(d) : printExpr(d)}]`).join("");
}

export function printInitialiser(initialiser: Initialiser): string {
  if (initialiser.kind !== "list") return printExpr(initialiser);
  const items = initialiser.items.map(({ field, value }) =>
    field ? `${field.name}: ${printInitialiser(value)}` : printInitialiser(value),
  );
  return `{${items.join(", ")}}`;
}

/** Without the parentheses: the text of XML's `<parameter>`. */
export function printParameters(parameters: readonly Parameter[]): string {
  return parameters
    .map((p) => `${printType(p.type)} ${p.reference ? "&" : ""}${p.name.name}${printDimensions(p.dimensions)}`)
    .join(", ");
}
