import { unreachable } from "../base/index.ts";
import { binaryLevel } from "./expression.ts";
import type {
  BaseType,
  Binary,
  Binder,
  Declarator,
  Dimension,
  Expr,
  Initialiser,
  Parameter,
  Sync,
  TypeDeclaration,
  TypeExpr,
  VariableDeclaration,
} from "./tree.ts";

/**
 * Prints expressions with the fewest parentheses that keep the tree (a quantifier, conditional or assignment inside an
 * operator always gets them). Reading the result gives the same tree, spans aside. Chains of left-associative operators
 * are printed by a loop, since their length is unlimited.
 *
 * Levels: 0 assignment, conditional, quantifier; 1 to 12 the binary operators; 13 prefix; 14 postfix; 15 the rest.
 */
export function printExpr(expr: Expr): string {
  return printAt(expr, 0);
}

export function printExprs(exprs: readonly Expr[]): string {
  return exprs.map(printExpr).join(", ");
}

export function printBinder(binder: Binder): string {
  return `${binder.name.name} : ${printType(binder.type)}`;
}

/** Prints for a place that takes operators of this level and tighter ones. */
export function printAt(expr: Expr, least: number): string {
  const text = bare(expr);
  return levelOf(expr) < least ? `(${text})` : text;
}

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case "assign":
    case "conditional":
    case "quantified":
    case "comma":
      return 0;
    case "binary":
      return binaryLevel.get(expr.op) ?? 0;
    case "unary":
      return 13;
    case "int":
      return expr.value < 0 ? 13 : 15;
    case "step":
      return expr.prefix ? 13 : 14;
    default:
      return 15;
  }
}

function bare(expr: Expr): string {
  switch (expr.kind) {
    case "int":
      return String(expr.value);
    case "real":
      return expr.text;
    case "bool":
      return expr.value ? "true" : "false";
    case "string":
      return `"${expr.value}"`;
    case "name":
      return expr.name;
    case "unary":
      return expr.word ? `not ${printAt(expr.operand, 13)}` : prefix(expr.op, printAt(expr.operand, 13));
    case "step":
      return expr.prefix ? prefix(expr.op, printAt(expr.operand, 13)) : printAt(expr.operand, 14) + expr.op;
    case "binary":
      return chain(expr);
    case "assign":
      return `${printAt(expr.target, 1)} ${expr.op} ${printAt(expr.value, 0)}`;
    case "conditional":
      return `${printAt(expr.condition, 1)} ? ${printAt(expr.yes, 0)} : ${printAt(expr.no, 0)}`;
    case "index":
      return `${printAt(expr.array, 14)}[${printAt(expr.index, 0)}]`;
    case "call":
      return `${printAt(expr.callee, 14)}(${printExprs(expr.args)})`;
    case "member":
      return `${printAt(expr.object, 14)}.${expr.member.name}`;
    case "rate":
      return `${printAt(expr.clock, 14)}'`;
    case "quantified":
      return `${expr.quantifier} (${printBinder(expr.binder)}) ${printAt(expr.body, 0)}`;
    case "comma":
      return printExprs(expr.items);
    case "deadlock":
      return "deadlock";
    case "spawn":
      return `spawn ${expr.template.name}(${printExprs(expr.args)})`;
    case "exit":
      return "exit()";
    case "numOf":
      return `numOf(${expr.template.name})`;
    case "path":
      return pathFormula(expr);
    case "broken":
      return "/* ? */";
    default:
      return unreachable(expr);
  }
}

/** `- -x` and `+ ++x` need the blank: without it the lexer would see `--` and `++`. */
function prefix(op: string, operand: string): string {
  return operand[0] === op[0] && op !== "!" ? `${op} ${operand}` : op + operand;
}

function chain(expr: Binary): string {
  const parts: string[] = [];
  let node: Expr = expr;
  for (;;) {
    const level: number = binaryLevel.get(node.op) ?? 0;
    parts.push(printAt(node.right, level + 1), ` ${operatorText(node)} `);
    if (node.left.kind !== "binary" || levelOf(node.left) < level) {
      parts.push(printAt(node.left, level));
      break;
    }
    node = node.left;
  }
  return parts.reverse().join("");
}

function operatorText(expr: Binary): string {
  if (expr.word && expr.op === "&&") return "and";
  return expr.word && expr.op === "||" ? "or" : expr.op;
}

/** MITL operators live between parentheses; `A<> q` only where the query printer puts it. */
function pathFormula(expr: Extract<Expr, { kind: "path" }>): string {
  const interval = expr.interval ? `[${printExpr(expr.interval[0])},${printExpr(expr.interval[1])}]` : "";
  const left = expr.left ? `${printExpr(expr.left)} ` : "";
  const text = `${left}${expr.op}${interval} ${printExpr(expr.right)}`;
  return expr.interval || expr.op === "X" ? `(${text})` : text;
}

export function printSync(sync: Sync): string {
  return sync.direction === "" ? printExpr(sync.channel) : printAt(sync.channel, 14) + sync.direction;
}

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

/** Variables and types, which are declared alike. */
export function printVariables({ kind, type, declarators }: VariableDeclaration | TypeDeclaration): string {
  const names = declarators.map(printDeclarator).join(", ");
  return `${kind === "typedef" ? "typedef " : ""}${printType(type)} ${names};`;
}
