import fc from "fast-check";
import type {
  BaseType,
  BinaryOp,
  Binder,
  Block,
  Declaration,
  Declarator,
  Dimension,
  Edge,
  Expr,
  Initialiser,
  Label,
  Location,
  Name,
  Parameter,
  Query,
  Statement,
  Template,
  Tree,
  TypeDeclaration,
  TypeExpr,
  VariableDeclaration,
} from "../../src/syntax/index.ts";

/**
 * Random trees as a parser could have made them: grammatical, though seldom meaningful. Every node stands at 0.
 * Names avoid keywords of all contexts; `context` "query" leaves out what queries do not have and adds what only they have.
 */
const at0 = { start: 0, end: 0 } as const;
const some = <T>(of: fc.Arbitrary<T>, min = 0, max = 3): fc.Arbitrary<T[]> =>
  fc.array(of, { minLength: min, maxLength: max });
const optionalField = <K extends string, T>(key: K, of: fc.Arbitrary<T>): fc.Arbitrary<{ [P in K]?: T }> =>
  fc.option(of, { nil: undefined }).map((value) => (value === undefined ? {} : { [key]: value }) as { [P in K]?: T });

const words = [
  "x",
  "y",
  "n",
  "foo",
  "a1",
  "_id3",
  "W",
  "U",
  "R",
  "M",
  "sup",
  "inf",
  "b$c",
  "p#1",
  "Train",
  "notx",
  "android",
];
export const names: fc.Arbitrary<Name> = fc
  .constantFrom(...words, "A", "E")
  .map((name) => ({ kind: "name", ...at0, name }));
/** The letters that queries use as operators cannot name types. */
const typeNames = fc.constantFrom(...words.filter((word) => !/^[AERUW]$/.test(word)));
const plainNames: fc.Arbitrary<Name> = fc.constantFrom(...words).map((name) => ({ kind: "name", ...at0, name }));

const binaryOps: readonly BinaryOp[] = [
  "**",
  "*",
  "/",
  "%",
  "+",
  "-",
  "<<",
  ">>",
  "<?",
  ">?",
  "<",
  "<=",
  ">=",
  ">",
  "==",
  "!=",
  "&",
  "^",
  "|",
  "&&",
  "||",
  "xor",
  "imply",
];
const assignOps = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="] as const;

interface Grammar {
  expr: Expr;
  type: TypeExpr;
  dimension: Dimension;
  initialiser: Initialiser;
  statement: Statement;
}

/** Arbitraries for one context, mutually recursive. */
function grammar(context: "new" | "query") {
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

function variables(
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

function blocks(
  statement: fc.Arbitrary<Statement>,
  variable: fc.Arbitrary<VariableDeclaration>,
  typedef: fc.Arbitrary<TypeDeclaration>,
): fc.Arbitrary<Block> {
  return fc
    .tuple(some(fc.oneof(variable, typedef), 0, 2), some(statement, 0, 3))
    .map(([declarations, statements]) => ({ kind: "block", ...at0, declarations, statements }));
}

// ---------------------------------------------------------------- what others may use

const model = grammar("new");
const inQuery = grammar("query");

export const exprs: fc.Arbitrary<Expr> = model.expr;
export const queryExprs: fc.Arbitrary<Expr> = inQuery.expr;
export const types: fc.Arbitrary<TypeExpr> = model.type;
export const statements: fc.Arbitrary<Statement> = model.statement;

const binders: fc.Arbitrary<Binder> = fc.record({
  start: fc.constant(0),
  end: fc.constant(0),
  name: names,
  type: types,
});
export const parameters: fc.Arbitrary<Parameter> = fc.record({
  start: fc.constant(0),
  end: fc.constant(0),
  type: types,
  reference: fc.boolean(),
  name: names,
  dimensions: some(model.dimension, 0, 2),
});

const functions: fc.Arbitrary<Declaration> = fc
  .tuple(types, names, some(parameters), blocks(statements, variables(names, model), fc.constant(sampleTypedef())))
  .map(([result, name, formal, body]) => ({ kind: "function", ...at0, result, name, parameters: formal, body }));

function sampleTypedef(): TypeDeclaration {
  const type: TypeExpr = { kind: "type", ...at0, base: { kind: "int", ...at0 } };
  return {
    kind: "typedef",
    ...at0,
    type,
    declarators: [{ ...at0, name: { kind: "name", ...at0, name: "id_t" }, dimensions: [] }],
  };
}

const localDeclarations: fc.Arbitrary<Declaration> = fc.oneof(
  variables(names, model),
  fc.tuple(types, names, some(model.dimension, 0, 2)).map(
    ([type, name, dimensions]): Declaration => ({
      kind: "typedef",
      ...at0,
      type,
      declarators: [{ ...at0, name, dimensions }],
    }),
  ),
  functions,
);

const channels: fc.Arbitrary<Expr | { kind: "default"; start: number; end: number }> = fc.oneof(
  names,
  fc.constant({ kind: "default" as const, ...at0 }),
  fc.tuple(names, exprs).map(([array, index]): Expr => ({ kind: "index", ...at0, array, index })),
);

export const declarations: fc.Arbitrary<Declaration> = fc.oneof(
  localDeclarations,
  some(some(channels, 1, 2), 1, 3).map((groups): Declaration => ({ kind: "priority", ...at0, groups })),
  fc
    .tuple(fc.constantFrom("before_update", "after_update"), some(exprs, 1))
    .map(([kind, updates]): Declaration => ({ kind, ...at0, updates })),
  fc
    .tuple(names, some(parameters))
    .map(([name, formal]): Declaration => ({ kind: "dynamic", ...at0, name, parameters: formal })),
  fc.tuple(optionalField("alias", names), types, names, some(parameters)).map(
    ([alias, result, name, formal]): Declaration => ({
      kind: "import",
      ...at0,
      library: "lib.so",
      functions: [{ ...alias, result, name, parameters: formal }],
    }),
  ),
  fc.tuple(names, some(parameters, 0, 2), names, some(exprs)).map(
    ([name, formal, template, args]): Declaration => ({
      kind: "instantiation",
      ...at0,
      name,
      parameters: formal,
      template,
      args,
    }),
  ),
);

const label = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<Label<T>> => of.map((value) => ({ ...at0, value }));

const edgesBetween = (ids: readonly string[]): fc.Arbitrary<Edge> => {
  const end = fc.constantFrom(...ids).map((name): Name => ({ kind: "name", ...at0, name }));
  const sync = fc.record({
    start: fc.constant(0),
    end: fc.constant(0),
    channel: exprs,
    direction: fc.constantFrom("!", "?", ""),
  });
  return fc
    .tuple(
      end,
      end,
      fc.boolean(),
      optionalField("select", label(some(binders, 1, 2))),
      optionalField("guard", label(exprs)),
      optionalField("sync", label(sync)),
      optionalField("update", label(some(exprs, 1))),
      optionalField("probability", label(exprs)),
    )
    .map(
      ([source, target, controllable, ...labels]): Edge => ({
        ...at0,
        source,
        target,
        controllable,
        ...Object.assign({}, ...labels),
        nails: [],
        notes: [],
      }),
    );
};

const locationsOf = (id: string): fc.Arbitrary<Location> =>
  fc
    .tuple(
      optionalField("invariant", label(exprs)),
      optionalField("rate", label(some(exprs, 1, 2))),
      fc.boolean(),
      fc.boolean(),
    )
    .map(
      ([invariant, rate, urgent, committed]): Location => ({
        ...at0,
        id,
        name: { kind: "name", ...at0, name: id },
        ...invariant,
        ...rate,
        urgent,
        committed,
        notes: [],
      }),
    );

export const templates: fc.Arbitrary<Template> = fc
  .uniqueArray(fc.constantFrom("L0", "L1", "A", "E", "busy"), { minLength: 1 })
  .chain((ids) =>
    fc
      .tuple(
        names,
        some(parameters),
        some(localDeclarations, 0, 2),
        fc.tuple(...ids.map(locationsOf)),
        fc.boolean(),
        some(edgesBetween([...ids, "split"]), 0, 3),
      )
      .map(
        ([name, formal, local, locations, branches, edges]): Template => ({
          ...at0,
          name,
          parameters: formal,
          declarations: local,
          locations,
          branchpoints: branches ? [{ ...at0, id: "split", name: { kind: "name", ...at0, name: "split" } }] : [],
          initial: { kind: "name", ...at0, name: ids[0] },
          edges,
        }),
      ),
  );

/** Whole models in the shape the XTA parser gives them. */
export const trees: fc.Arbitrary<Tree> = fc
  .record({
    declarations: some(declarations, 0, 3),
    templates: some(templates, 1, 2),
    systemDeclarations: some(declarations, 0, 2),
    groups: some(some(names, 1, 2), 1, 2),
    progress: some(
      fc.tuple(optionalField("guard", exprs), exprs).map(([guard, measure]) => ({ ...at0, ...guard, measure })),
      0,
      2,
    ),
    gantt: some(
      fc.record({
        start: fc.constant(0),
        end: fc.constant(0),
        name: names,
        binders: some(binders, 0, 2),
        entries: some(fc.record({ binders: some(binders, 0, 1), predicate: exprs, value: exprs }), 1, 2),
      }),
      0,
      2,
    ),
  })
  .map(
    ({ groups, ...parts }): Tree => ({
      ...at0,
      format: "xta",
      syntax: "new",
      ...parts,
      charts: [],
      system: { ...at0, groups },
      queries: [],
      options: [],
    }),
  );

/** Symbolic queries. */
export const queries: fc.Arbitrary<Query> = fc
  .tuple(optionalField("under", plainNames), fc.nat(3))
  .chain(([under, which]) => {
    const bounds = fc
      .tuple(fc.constantFrom("sup", "inf", "bounds"), optionalField("predicate", queryExprs), some(queryExprs, 1))
      .map(([kind, predicate, of]): Query => ({ kind, ...at0, ...predicate, exprs: of, ...under }));
    const leadsTo = fc
      .tuple(queryExprs, queryExprs)
      .map(([left, right]): Query => ({ kind: "-->", ...at0, left, right, ...under }));
    const paths = fc
      .tuple(fc.constantFrom("A[]", "A<>", "E[]", "E<>"), queryExprs)
      .map(([kind, formula]): Query => ({ kind, ...at0, formula, ...under }));
    return which === 0 ? bounds : which === 1 ? leadsTo : paths;
  });
