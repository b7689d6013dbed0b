import fc from "fast-check";
import type {
  Binder,
  Declaration,
  Edge,
  Expr,
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
} from "../../src/syntax/index.ts";
import { at0, blocks, grammar, names, optionalField, plainNames, some, variables } from "./generate-expression.ts";

/** Random trees of models and queries as a parser could have made them, from the random expressions beside. */
const model = grammar("new");
const inQuery = grammar("query");

export const exprs: fc.Arbitrary<Expr> = model.expr;
export const queryExprs: fc.Arbitrary<Expr> = inQuery.expr;
const types: fc.Arbitrary<TypeExpr> = model.type;
export const statements: fc.Arbitrary<Statement> = model.statement;

const binders: fc.Arbitrary<Binder> = fc.record({
  start: fc.constant(0),
  end: fc.constant(0),
  name: names,
  type: types,
});
const parameters: fc.Arbitrary<Parameter> = fc.record({
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

const templates: fc.Arbitrary<Template> = fc
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
          initial: { kind: "name", ...at0, name: ids[0]! },
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
