import fc from "fast-check";
import type {
  BaseType,
  BinaryOp,
  Binder,
  Block,
  Declarator,
  Dimension,
  Expr,
  Initialiser,
  Name,
  Statement,
  TypeDeclaration,
  TypeExpr,
  VariableDeclaration,
} from "../../src/syntax/index.ts";

/**
 * Random expressions, types and statements as a parser could have made them: grammatical, though seldom meaningful. Every
 * node stands at 0. Names avoid keywords of all contexts; `context` "query" leaves out what queries do not have and adds
 * what only they have.
 */
export const at0 = { start: 0, end: 0 } as const;
export const some = <T>(of: fc.Arbitrary<T>, min = 0, max = 3): fc.Arbitrary<T[]> =>
  fc.array(of, { minLength: min, maxLength: max });
export const optionalField = <K extends string, T>(key: K, of: fc.Arbitrary<T>): fc.Arbitrary<{ [P in K]?: T }> =>
  fc.option(of, { nil: undefined }).map((value) => (value === undefined ? {} : { [key]: value }) as { [P in K]?: T });

const words = "x y n foo a1 _id3 W U R M sup inf b$c p#1 Train notx android".split(" ");
export const names: fc.Arbitrary<Name> = fc
  .constantFrom(...words, "A", "E")
  .map((name) => ({ kind: "name", ...at0, name }));
/** The letters that queries use as operators cannot name types. */
const typeNames = fc.constantFrom(...words.filter((word) => !/^[AERUW]$/.test(word)));
export const plainNames: fc.Arbitrary<Name> = fc.constantFrom(...words).map((name) => ({ kind: "name", ...at0, name }));

const binaryOps = "** * / % + - << >> <? >? < <= >= > == != & ^ | && || xor imply".split(" ") as readonly BinaryOp[];
const assignOps = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="] as const;

interface Grammar {
  expr: Expr;
  type: TypeExpr;
  dimension: Dimension;
  initialiser: Initialiser;
  statement: Statement;
}

/** Arbitraries for one context, mutually recursive. */
export function grammar(context: "new" | "query") {
  const name = context === "query" ? plainNames : names;
  const ops = context === "query" ? binaryOps.filter((op) => op !== "xor") : binaryOps;
  return fc.letrec<Grammar>((tie: Tie) => {
    const expr = tie("expr");
    const binder: fc.Arbitrary<Binder> = fc.record({
      start: fc.constant(0),
      end: fc.constant(0),
      name,
      type: tie("type"),
    });
    const leaves: fc.Arbitrary<Expr>[] = [
      name,
      fc
        .oneof(fc.nat(2147483647), fc.nat(9), fc.constant(-2147483648))
        .map((value) => ({ kind: "int", ...at0, value })),
      fc
        .constantFrom("1.5", "0.25", "1e3", "2.0E-7")
        .map((text) => ({ kind: "real", ...at0, value: Number(text), text })),
      fc.boolean().map((value) => ({ kind: "bool", ...at0, value })),
      fc.constantFrom("lib.so", "a b\\n").map((value) => ({ kind: "string", ...at0, value })),
    ];
    const contextual: fc.Arbitrary<Expr>[] =
      context === "query"
        ? [fc.constant({ kind: "deadlock", ...at0 }), name.map((template) => ({ kind: "numOf", ...at0, template }))]
        : [
            fc.constant({ kind: "exit", ...at0 }),
            fc.record({ template: name, args: some(expr) }).map((parts) => ({ kind: "spawn", ...at0, ...parts })),
          ];
    const quantifiers =
      context === "query" ? (["forall", "exists", "sum", "foreach"] as const) : (["forall", "exists", "sum"] as const);
    const inner: fc.Arbitrary<Expr>[] = [
      fc
        .record({ op: fc.constantFrom("-", "+", "!"), operand: expr })
        .map((parts) => ({ kind: "unary", ...at0, ...parts })),
      expr.map((operand) => ({ kind: "unary", ...at0, op: "!", operand, word: true })),
      fc
        .record({ op: fc.constantFrom(...ops), left: expr, right: expr })
        .map((parts) => ({ kind: "binary", ...at0, ...parts })),
      fc
        .record({ op: fc.constantFrom("&&", "||"), left: expr, right: expr })
        .map((parts) => ({ kind: "binary", ...at0, ...parts, word: true })),
      fc
        .record({ op: fc.constantFrom(...assignOps), target: expr, value: expr })
        .map((parts) => ({ kind: "assign", ...at0, ...parts })),
      fc
        .record({ op: fc.constantFrom("++", "--"), prefix: fc.boolean(), operand: expr })
        .map((parts) => ({ kind: "step", ...at0, ...parts })),
      fc.record({ condition: expr, yes: expr, no: expr }).map((parts) => ({ kind: "conditional", ...at0, ...parts })),
      fc.record({ array: expr, index: expr }).map((parts) => ({ kind: "index", ...at0, ...parts })),
      fc.record({ callee: expr, args: some(expr) }).map((parts) => ({ kind: "call", ...at0, ...parts })),
      fc
        .record({
          callee: fc.constantFrom("abs", "sqrt").map((n): Name => ({ kind: "name", ...at0, name: n })),
          args: some(expr, 1, 1),
        })
        .map((parts) => ({ kind: "call", ...at0, ...parts })),
      fc.record({ object: expr, member: name }).map((parts) => ({ kind: "member", ...at0, ...parts })),
      expr.map((object) => ({ kind: "member", ...at0, object, member: { kind: "name", ...at0, name: "location" } })),
      expr.map((clock) => ({ kind: "rate", ...at0, clock })),
      fc
        .record({ quantifier: fc.constantFrom(...quantifiers), binder, body: expr })
        .map((parts) => ({ kind: "quantified", ...at0, ...parts })),
      ...contextual,
    ];
    const simpleType: fc.Arbitrary<BaseType> = fc.oneof(
      fc.constantFrom("bool", "double", "string", "chan").map((kind): BaseType => ({ kind, ...at0 })),
      fc.constant<BaseType>({ kind: "int", ...at0 }),
      fc.tuple(expr, expr).map((range): BaseType => ({ kind: "int", ...at0, range })),
      expr.map((size): BaseType => ({ kind: "scalar", ...at0, size })),
      typeNames.map((named): BaseType => ({ kind: "named", ...at0, name: named })),
    );
    const fieldDeclarator: fc.Arbitrary<Declarator> = fc.record({
      start: fc.constant(0),
      end: fc.constant(0),
      name,
      dimensions: some(tie("dimension"), 0, 2),
    });
    const struct: fc.Arbitrary<BaseType> = some(
      fc.record({
        start: fc.constant(0),
        end: fc.constant(0),
        type: tie("type"),
        declarators: some(fieldDeclarator, 1, 2),
      }),
      1,
      2,
    ).map((fields) => ({ kind: "struct", ...at0, fields }));
    const anyPrefix = fc.constantFrom("const", "meta", "urgent", "broadcast", "urgent broadcast");
    const types: fc.Arbitrary<TypeExpr> = fc.oneof(
      simpleType.map((base): TypeExpr => ({ kind: "type", ...at0, base })),
      fc.record({ prefix: anyPrefix, base: simpleType }).map((parts): TypeExpr => ({ kind: "type", ...at0, ...parts })),
      fc.constantFrom("clock", "void").map((kind): TypeExpr => ({ kind: "type", ...at0, base: { kind, ...at0 } })),
      fc.constant<TypeExpr>({ kind: "type", ...at0, prefix: "hybrid", base: { kind: "clock", ...at0 } }),
      ...(context === "query" ? [] : [struct.map((base): TypeExpr => ({ kind: "type", ...at0, base }))]),
    );
    const conditions = fc.oneof(
      expr,
      some(expr, 2, 3).map((items): Expr => ({ kind: "comma", ...at0, items })),
    );
    const block = blocks(
      tie("statement"),
      variables(name, { type: tie("type"), dimension: tie("dimension"), initialiser: tie("initialiser") }),
      typedefs(tie("type"), fieldDeclarator),
    );
    const simple: fc.Arbitrary<Statement>[] = [
      fc.constant({ kind: "empty", ...at0 }),
      expr.map((e) => ({ kind: "expression", ...at0, expr: e })),
      optionalField("value", expr).map((parts) => ({ kind: "return", ...at0, ...parts })),
      expr.map((condition) => ({ kind: "assert", ...at0, condition })),
    ];
    return {
      expr: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.oneof(...leaves), ...inner),
      type: context === "query" ? queryTypes(expr) : types,
      dimension: fc.oneof(
        expr,
        fc.tuple(expr, expr).map((range): TypeExpr => ({ kind: "type", ...at0, base: { kind: "int", ...at0, range } })),
        expr.map((size): TypeExpr => ({ kind: "type", ...at0, base: { kind: "scalar", ...at0, size } })),
      ),
      initialiser: fc.oneof(
        { depthSize: "small" },
        expr,
        some(
          fc.tuple(optionalField("field", name), tie("initialiser")).map(([field, value]) => ({ ...field, value })),
          1,
          3,
        ).map((items): Initialiser => ({ kind: "list", ...at0, items })),
      ),
      statement: fc.oneof(
        { depthSize: "small" },
        fc.oneof(...simple),
        block,
        fc
          .tuple(conditions, tie("statement"))
          .map(([condition, yes]): Statement => ({ kind: "if", ...at0, condition, yes })),
        fc
          .tuple(conditions, fc.oneof(block, ...simple), tie("statement"))
          .map(([condition, yes, no]): Statement => ({ kind: "if", ...at0, condition, yes, no })),
        fc
          .tuple(conditions, tie("statement"))
          .map(([condition, body]): Statement => ({ kind: "while", ...at0, condition, body })),
        fc
          .tuple(conditions, tie("statement"))
          .map(([condition, body]): Statement => ({ kind: "do", ...at0, body, condition })),
        fc
          .tuple(conditions, conditions, conditions, tie("statement"))
          .map(([first, condition, step, body]): Statement => ({ kind: "for", ...at0, first, condition, step, body })),
        fc.tuple(binder, tie("statement")).map(([b, body]): Statement => ({ kind: "range", ...at0, binder: b, body })),
      ),
    };
  });
}

function queryTypes(expr: fc.Arbitrary<Expr>): fc.Arbitrary<TypeExpr> {
  const bases: fc.Arbitrary<BaseType> = fc.oneof(
    fc.constant<BaseType>({ kind: "int", ...at0 }),
    fc.tuple(expr, expr).map((range): BaseType => ({ kind: "int", ...at0, range })),
    expr.map((size): BaseType => ({ kind: "scalar", ...at0, size })),
    typeNames.map((named): BaseType => ({ kind: "named", ...at0, name: named })),
  );
  return bases.map((base) => ({ kind: "type", ...at0, base }));
}

type Tie = fc.LetrecTypedTie<Grammar>;

export function variables(
  name: fc.Arbitrary<Name>,
  from: Pick<{ [K in keyof Grammar]: fc.Arbitrary<Grammar[K]> }, "type" | "dimension" | "initialiser">,
): fc.Arbitrary<VariableDeclaration> {
  const declarator: fc.Arbitrary<Declarator> = fc
    .tuple(name, some(from.dimension, 0, 2), optionalField("initialiser", from.initialiser))
    .map(([declared, dimensions, initialiser]) => ({ ...at0, name: declared, dimensions, ...initialiser }));
  return fc
    .tuple(from.type, some(declarator, 1, 3))
    .map(([type, declarators]) => ({ kind: "variables", ...at0, type, declarators }));
}

function typedefs(type: fc.Arbitrary<TypeExpr>, declarator: fc.Arbitrary<Declarator>): fc.Arbitrary<TypeDeclaration> {
  return fc
    .tuple(type, some(declarator, 1, 2))
    .map(([of, declarators]) => ({ kind: "typedef", ...at0, type: of, declarators }));
}

export function blocks(
  statement: fc.Arbitrary<Statement>,
  variable: fc.Arbitrary<VariableDeclaration>,
  typedef: fc.Arbitrary<TypeDeclaration>,
): fc.Arbitrary<Block> {
  return fc
    .tuple(some(fc.oneof(variable, typedef), 0, 2), some(statement, 0, 3))
    .map(([declarations, statements]) => ({ kind: "block", ...at0, declarations, statements }));
}
