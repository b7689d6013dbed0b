import type { Tables, Type } from "../src/model/index.ts";
import type { AssignOp, BinaryOp, Expr, Query } from "../src/syntax/index.ts";

/**
 * Trees, types and queries in the words of UPPAAL's own parser, for comparison with what it printed: prefix trees with
 * its operator names, types such as `(range (int) "0" "2")`, and queries as its printer writes them.
 */
const binaryNames: Readonly<Record<BinaryOp, string>> = {
  "**": "POW",
  "*": "MULT",
  "/": "DIV",
  "%": "MOD",
  "+": "PLUS",
  "-": "MINUS",
  "<<": "BIT_LSHIFT",
  ">>": "BIT_RSHIFT",
  "<?": "MIN",
  ">?": "MAX",
  "<": "LT",
  "<=": "LE",
  ">=": "GE",
  ">": "GT",
  "==": "EQ",
  "!=": "NEQ",
  "&": "BIT_AND",
  "^": "BIT_XOR",
  "|": "BIT_OR",
  "&&": "AND",
  "||": "OR",
  xor: "XOR",
  imply: "OR",
};
const assignNames: Readonly<Record<AssignOp, string>> = {
  "=": "ASSIGN",
  "+=": "ASS_PLUS",
  "-=": "ASS_MINUS",
  "*=": "ASS_MULT",
  "/=": "ASS_DIV",
  "%=": "ASS_MOD",
  "&=": "ASS_AND",
  "|=": "ASS_OR",
  "^=": "ASS_XOR",
  "<<=": "ASS_LSHIFT",
  ">>=": "ASS_RSHIFT",
};

export function treeText(expr: Expr): string {
  switch (expr.kind) {
    case "int":
    case "bool":
      return String(expr.value);
    case "real":
      return String(expr.value);
    case "string":
      return JSON.stringify(expr.value);
    case "name":
      return expr.name;
    case "unary":
      if (expr.op === "+") return treeText(expr.operand);
      return `(${expr.op === "!" ? "NOT" : "UNARY_MINUS"} ${treeText(expr.operand)})`;
    case "binary": {
      const left = expr.op === "imply" ? `(NOT ${treeText(expr.left)})` : treeText(expr.left);
      return `(${binaryNames[expr.op]} ${left} ${treeText(expr.right)})`;
    }
    case "assign":
      return `(${assignNames[expr.op]} ${treeText(expr.target)} ${treeText(expr.value)})`;
    case "step":
      return `(${expr.prefix ? "PRE" : "POST"}_${expr.op === "++" ? "INCREMENT" : "DECREMENT"} ${treeText(expr.operand)})`;
    case "conditional":
      return `(INLINE_IF ${treeText(expr.condition)} ${treeText(expr.yes)} ${treeText(expr.no)})`;
    case "index":
      return `(ARRAY ${treeText(expr.array)} ${treeText(expr.index)})`;
    case "call":
      return `(FUN_CALL ${[expr.callee, ...expr.args].map(treeText).join(" ")})`;
    case "member":
      return `(DOT ${treeText(expr.object)} ${expr.member.name})`;
    case "rate":
      return `(RATE ${treeText(expr.clock)})`;
    case "quantified":
      return `(${expr.quantifier.toUpperCase()} ${expr.binder.name.name} ${treeText(expr.body)})`;
    case "deadlock":
      return "(DEADLOCK)";
    default:
      return `(${expr.kind})`;
  }
}

export function typeText(type: Type, tables: Tables): string {
  switch (type.kind) {
    case "int":
      if (type.low === undefined || type.high === undefined) return "(int)";
      return `(range (int) "${boundText(type.low, tables)}" "${boundText(type.high, tables)}")`;
    case "rate":
      return "(type(165))";
    case "difference":
      return "(diff)";
    case "derivative":
      return "(rate)";
    case "void":
      return "(void)";
    case "chan":
      return `${type.broadcast ? "(broadcast " : ""}${type.urgent ? "(urgent " : ""}(channel)${type.broadcast ? ")" : ""}${type.urgent ? ")" : ""}`;
    default:
      return `(${type.kind})`;
  }
}

function boundText(
  bound: { readonly value?: number; readonly expr?: Expr; readonly plus?: number },
  tables: Tables,
): string {
  if (bound.expr === undefined) return String(bound.value);
  const text = exprText(bound.expr, tables);
  return bound.plus === undefined ? text : `${text} - ${-bound.plus}`;
}

// ---------------------------------------------------------------- queries

const levels: Readonly<Record<BinaryOp, number>> = {
  "**": 85,
  "*": 80,
  "/": 80,
  "%": 80,
  "+": 70,
  "-": 70,
  "<<": 60,
  ">>": 60,
  "<?": 55,
  ">?": 55,
  "<": 50,
  "<=": 50,
  ">=": 50,
  ">": 50,
  "==": 40,
  "!=": 40,
  "&": 37,
  "^": 35,
  "|": 30,
  "&&": 25,
  "||": 22,
  xor: 20,
  imply: 22,
};

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case "binary":
      return levels[expr.op];
    case "unary":
      return expr.op === "+" ? levelOf(expr.operand) : 90;
    case "step":
      return expr.prefix ? 90 : 110;
    case "conditional":
      return 15;
    case "assign":
      return 10;
    case "quantified":
      return 8;
    case "path":
      return 6;
    case "index":
      return 105;
    case "member":
    case "rate":
      return 100;
    case "call":
      return 110;
    default:
      return 120;
  }
}

/** Parenthesised when it binds less tightly than `level`, or no tighter when `strict` is false. */
function inside(expr: Expr, level: number, orEqual: boolean, tables: Tables): string {
  const own = levelOf(expr);
  const text = exprText(expr, tables);
  return own < level || (orEqual && own === level) ? `(${text})` : text;
}

function exprText(expr: Expr, tables: Tables): string {
  switch (expr.kind) {
    case "unary":
      if (expr.op === "+") return exprText(expr.operand, tables);
      return expr.op + inside(expr.operand, 90, false, tables);
    case "binary": {
      const level = levels[expr.op];
      const op = expr.op === "imply" ? "||" : expr.op;
      const left =
        expr.op === "imply" ? `!${inside(expr.left, 90, false, tables)}` : inside(expr.left, level, false, tables);
      return `${left} ${op} ${inside(expr.right, level, true, tables)}`;
    }
    case "assign":
      return `${inside(expr.target, 10, false, tables)} ${expr.op} ${inside(expr.value, 10, true, tables)}`;
    case "step": {
      const operand = inside(expr.operand, expr.prefix ? 90 : 110, false, tables);
      return expr.prefix ? expr.op + operand : operand + expr.op;
    }
    case "conditional":
      return `${inside(expr.condition, 15, true, tables)} ? ${inside(expr.yes, 15, true, tables)} : ${inside(expr.no, 15, true, tables)}`;
    case "index":
      return `${inside(expr.array, 105, false, tables)}[${exprText(expr.index, tables)}]`;
    case "call": {
      const symbol = expr.callee.kind === "name" ? tables.symbolOf(expr.callee) : undefined;
      const args = expr.args.map((a) => exprText(a, tables));
      const set = symbol?.kind === "instance";
      return exprText(expr.callee, tables) + (set ? args.map((a) => `[${a}]`).join("") : `(${args.join(", ")})`);
    }
    case "member":
      return `${inside(expr.object, 100, false, tables)}.${expr.member.name}`;
    case "rate":
      return `${inside(expr.clock, 100, false, tables)}'`;
    case "quantified":
      return `${expr.quantifier}(${expr.binder.name.name}:${binderText(expr, tables)}) ${exprText(expr.body, tables)}`;
    case "path":
      return expr.left === undefined ? `${expr.op} ${inside(expr.right, 6, false, tables)}` : "";
    case "deadlock":
      return "deadlock";
    case "real":
      return String(expr.value);
    default:
      return treeText(expr);
  }
}

function binderText(expr: Expr & { readonly kind: "quantified" }, tables: Tables): string {
  const { base } = expr.binder.type;
  const type = tables.typeExprOf(expr.binder.type);
  if (type === undefined) return "";
  // Scalar sets print their serial number, which says nothing.
  const text = type.kind === "scalar" ? "(scalar)" : typeText(type, tables);
  return base.kind === "named" ? `(const (label ${base.name}:${text}))` : `(const ${text})`;
}

/** A query as UPPAAL's parser prints it; undefined for families whose printing there is known to be garbled. */
export function queryText(query: Query, tables: Tables): string | undefined {
  switch (query.kind) {
    case "E<>":
    case "A[]":
    case "E[]":
    case "A<>":
      return `${query.kind} ${inside(query.formula, 6, false, tables)}`;
    case "-->":
      return `${inside(query.left, 5, false, tables)} --> ${inside(query.right, 5, false, tables)}`;
    case "sup":
    case "inf":
    case "bounds": {
      const predicate = query.predicate === undefined ? "true" : exprText(query.predicate, tables);
      return `${query.kind}{${predicate}}: ${query.exprs.map((e) => exprText(e, tables)).join(", ")}`;
    }
    case "other":
      if (query.family === "until") {
        const [left, right] = query.exprs.map((e) => exprText(e, tables));
        return `A[${left} ${query.shape.includes(" U ") ? "U" : "W"} ${right}]`;
      }
      if ((query.family === "control" || query.head === "strategy") && query.exprs.length === 0)
        return queryText(query.parts[0]!, tables);
      return undefined;
  }
}
