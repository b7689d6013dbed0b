import type { Span } from "../base/index.ts";
import type { BaseType, Binder, Declarator, Dimension, Expr, Field, Parameter, TypeExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { dependencies, isComputable } from "./effects.ts";
import type { Variable } from "./model.ts";
import { showType } from "./show.ts";
import { typeHint } from "./slips.ts";
import type { Bound, IntType, ScalarType, Type } from "./type.ts";

/** A type with the prefixes that belong to whatever is declared with it. */
interface Qualified {
  readonly type: Type;
  readonly constant: boolean;
  readonly meta: boolean;
}

/** Plain `int`. Compared by identity: a written range with the same bounds is something else (S7). */
export const defaultInt: Type = { kind: "int", low: { value: -32768 }, high: { value: 32767 } };

/** What a type expression denotes; everything wrong with it is reported (docs/compatibility.md T1 to T18). */
export function resolveType(ctx: Context, node: TypeExpr): Qualified {
  const base = resolveBase(ctx, node.base, node.prefix === "const");
  const constant = base.constant || node.prefix === "const";
  const meta = base.meta || node.prefix === "meta";
  const type = applyPrefix(ctx, node, base.type);
  ctx.typeExprs.set(node, type);
  if (node.prefix === "const" || node.prefix === "meta") checkConstOrMeta(ctx, node, type);
  return { type, constant, meta };
}

function plain(type: Type): Qualified {
  return { type, constant: false, meta: false };
}

function resolveBase(ctx: Context, base: BaseType, isConst: boolean): Qualified {
  switch (base.kind) {
    case "int": {
      if (base.range === undefined) return plain(isConst ? is.int : defaultInt);
      const low = rangeBound(ctx, base.range[0]);
      const high = rangeBound(ctx, base.range[1]);
      return plain({ kind: "int", low, high });
    }
    case "bool":
      return plain(is.bool);
    case "double":
      return plain(is.double);
    case "clock":
      return plain(is.clock);
    case "void":
      return plain(is.nothing);
    case "chan":
      return plain({ kind: "chan", urgent: false, broadcast: false });
    case "string":
      if (!isConst) ctx.error("string-not-const", base, "a string must be constant", "write 'const string'");
      return plain(is.string);
    case "scalar": {
      const size = sizeBound(ctx, base.size);
      if (size.value !== undefined && size.value < 1)
        ctx.error("array-size", base.size, `a scalar set of ${size.value} elements`);
      restrict(ctx, base.size);
      return plain({ kind: "scalar", set: { size, local: ctx.template !== undefined } });
    }
    case "struct":
      return plain(limited(ctx, { kind: "struct", fields: base.fields.flatMap((f) => structFields(ctx, f)) }, base));
    case "named":
      return named(ctx, base);
  }
}

function named(ctx: Context, base: BaseType & { readonly kind: "named" }): Qualified {
  // No name: the parser has reported what stands here.
  if (base.name === "") return plain(is.unknown);
  const symbol = ctx.lookup(base.name);
  if (symbol?.kind === "typename" && isOperatorLetter(base.name)) {
    ctx.error("not-a-type", base, `UPPAAL reads '${base.name}' as an operator of queries: it cannot name a type`);
    return plain(is.unknown);
  }
  if (symbol?.kind === "typename") {
    ctx.symbols.set(base, symbol);
    ctx.useTypeName(symbol);
    return { type: symbol.type, constant: symbol.constant ?? false, meta: symbol.meta ?? false };
  }
  ctx.error(
    "not-a-type",
    base,
    `'${base.name}' is not a type`,
    ctx.similar(base.name, (s) => s.kind === "typename") ?? typeHint(base.name),
  );
  return plain(is.unknown);
}

/** Letters that are tokens of their own in UPPAAL's lexer: they may name anything but types (L9). */
function isOperatorLetter(name: string): boolean {
  return name.length === 1 && "AEURW".includes(name);
}

function applyPrefix(ctx: Context, node: TypeExpr, type: Type): Type {
  if (type.kind === "unknown") return type;
  switch (node.prefix) {
    case "urgent":
    case "broadcast":
    case "urgent broadcast":
      if (type.kind === "chan") {
        return {
          kind: "chan",
          urgent: type.urgent || node.prefix !== "broadcast",
          broadcast: type.broadcast || node.prefix !== "urgent",
        };
      }
      ctx.error(
        node.prefix === "urgent" ? "prefix-urgent" : "prefix-broadcast",
        node,
        `'${node.prefix}' is only for channels, not for ${showType(type)}`,
      );
      return is.unknown;
    case "hybrid": {
      if (is.stripArrays(type).kind === "clock") return hybrid(type);
      ctx.error("prefix-hybrid", node, `'hybrid' is only for clocks, not for ${showType(type)}`);
      return is.unknown;
    }
    default:
      return type;
  }
}

function hybrid(type: Type): Type {
  return type.kind === "array" ? { ...type, element: hybrid(type.element) } : { kind: "clock", hybrid: true };
}

function checkConstOrMeta(ctx: Context, node: TypeExpr, type: Type): void {
  if (type.kind === "clock") {
    if (node.prefix === "const") ctx.error("prefix-const", node, "a clock cannot be constant");
    else ctx.error("prefix-meta", node, "a clock cannot be meta");
    return;
  }
  const base = is.stripArrays(type);
  if (base.kind === "chan" || base.kind === "void") {
    ctx.error("const-or-meta-type", node, `${showType(base)} cannot be ${node.prefix}`);
  }
}

/** A bound of `int[low,high]`: an integer known at compile time. */
function rangeBound(ctx: Context, expr: Expr): Bound {
  const type = ctx.check(expr);
  if (type.kind === "unknown") return { expr };
  if (!is.isInteger(type)) {
    ctx.error("integer-expected", expr, `a bound must be an integer, not ${showType(type)}`);
    return { expr };
  }
  return computed(ctx, expr);
}

/** A size: UPPAAL computes `size - 1`, so booleans pass. */
function sizeBound(ctx: Context, expr: Expr): Bound {
  const type = ctx.check(expr);
  if (type.kind === "unknown") return { expr };
  if (!is.isIntegral(type)) {
    if (is.isNumber(type)) ctx.error("integer-expected", expr, `a size must be an integer, not ${showType(type)}`);
    else ctx.error("unknown-type", expr, `a size must be an integer, not ${showType(type)}`);
    return { expr };
  }
  return computed(ctx, expr);
}

function computed(ctx: Context, expr: Expr): Bound {
  if (!isComputable(ctx, expr)) {
    ctx.error(
      "not-computable",
      expr,
      "this must be known at compile time",
      "use constants, constant parameters and functions of them",
    );
    return { expr };
  }
  const value = ctx.number(expr);
  return value === undefined ? { expr } : { value, expr };
}

/** Sizes inside a template must be the same for all members of a process set (S7). */
function restrict(ctx: Context, expr: Expr): void {
  if (ctx.template !== undefined && isComputable(ctx, expr)) dependencies(ctx, expr, ctx.template.restricted);
}

/** The type of a declarator: its base under the dimensions, the first being the outermost. */
export function withDimensions(ctx: Context, base: Type, dimensions: readonly Dimension[]): Type {
  const indices = dimensions.map((d) => indexType(ctx, d));
  let type = base;
  for (let i = indices.length - 1; i >= 0; i--) {
    const index = indices[i];
    type = index === undefined || type.kind === "unknown" ? is.unknown : { kind: "array", index, element: type };
  }
  const [first] = dimensions;
  return first === undefined ? type : limited(ctx, type, first);
}

function indexType(ctx: Context, dimension: Dimension): IntType | ScalarType | undefined {
  if (dimension.kind === "type") return typeIndex(ctx, resolveType(ctx, dimension), dimension);
  if (dimension.kind === "name") {
    const symbol = ctx.lookup(dimension.name);
    if (symbol?.kind === "typename" && isOperatorLetter(dimension.name)) {
      ctx.error(
        "unknown-type",
        dimension,
        `UPPAAL reads '${dimension.name}' as an operator of queries: it cannot name a type`,
      );
      return undefined;
    }
    if (symbol?.kind === "typename") {
      ctx.symbols.set(dimension, symbol);
      ctx.useTypeName(symbol);
      return typeIndex(ctx, { type: symbol.type, constant: false, meta: false }, dimension);
    }
  }
  const size = sizeBound(ctx, dimension);
  restrict(ctx, dimension);
  if (size.value !== undefined && size.value < 1) {
    ctx.error("array-size", dimension, `an array of ${size.value} elements`);
    return undefined;
  }
  const high: Bound = { expr: dimension, plus: -1, ...(size.value === undefined ? {} : { value: size.value - 1 }) };
  return { kind: "int", low: { value: 0 }, high };
}

function typeIndex(ctx: Context, { type }: Qualified, span: Span): IntType | ScalarType | undefined {
  if (type.kind === "scalar") {
    if (type.set.size.expr !== undefined) restrict(ctx, type.set.size.expr);
    return type;
  }
  if (type.kind === "int" && type.low !== undefined && type.high !== undefined) {
    if (type.low.expr !== undefined) restrict(ctx, type.low.expr);
    if (type.high.expr !== undefined) restrict(ctx, type.high.expr);
    if (type.low.value !== undefined && type.high.value !== undefined && type.low.value > type.high.value) {
      ctx.error("array-size", span, `an array over the empty range ${type.low.value} .. ${type.high.value}`);
      return undefined;
    }
    return type;
  }
  if (type.kind !== "unknown") {
    ctx.error(
      "array-index-type",
      span,
      `an array is indexed by a range of integers or a scalar set, not by ${showType(type)}`,
    );
  }
  return undefined;
}

function structFields(ctx: Context, field: Field): { name: string; type: Type; meta?: boolean }[] {
  const { type: base, constant, meta } = resolveType(ctx, field.type);
  return field.declarators.map((declarator) => {
    const type = withDimensions(ctx, base, declarator.dimensions);
    const inner = is.stripArrays(type);
    if (constant)
      ctx.error("const-field", field.type, "a field cannot be constant", "make the whole variable constant");
    else if (inner.kind === "chan" || inner.kind === "void" || inner.kind === "string") {
      ctx.error("struct-field-type", field.type, `a struct cannot hold ${showType(inner)}`);
    }
    return { name: declarator.name.name, type, ...(meta ? { meta } : {}) };
  });
}

/** A declarator's variable, not yet in any scope. */
export function makeVariable(
  ctx: Context,
  { type: base, constant, meta }: Qualified,
  declarator: Declarator,
  role: Variable["role"],
): Variable {
  const type = withDimensions(ctx, base, declarator.dimensions);
  requireValues(ctx, type, declarator);
  const { start, end } = declarator.name;
  return {
    kind: "variable",
    name: declarator.name.name,
    type,
    role,
    constant,
    meta,
    reference: false,
    ...(declarator.initialiser === undefined ? {} : { initialiser: declarator.initialiser }),
    span: { start, end },
  };
}

/** A variable needs values to choose from; a select or quantifier over an empty range is merely empty. */
function requireValues(ctx: Context, type: Type, span: Span): void {
  if (is.isEmpty(type)) ctx.error("empty-range", span, "the range of this variable is empty");
}

/** Types can be nested without end through their names; everything that looks into them must come to one. */
function limited(ctx: Context, type: Type, span: Span): Type {
  if (is.depthOf(type) <= 200) return type;
  ctx.error("type-depth", span, "this type is nested too deeply");
  return is.unknown;
}

/** A parameter of a function ("argument") or of a template or instance ("parameter"). */
export function makeParameter(ctx: Context, node: Parameter, role: "argument" | "parameter"): Variable {
  const { type: base, constant, meta } = resolveType(ctx, node.type);
  const type = withDimensions(ctx, base, node.dimensions);
  if (node.reference && type.kind === "void") ctx.error("reference-type", node, "there is no reference to void");
  const { start, end } = node.name;
  const variable: Variable = {
    kind: "variable",
    name: node.name.name,
    type,
    role,
    constant,
    meta,
    reference: node.reference,
    span: { start, end },
  };
  ctx.symbols.set(node.name, variable);
  return variable;
}

/** The variable of a select, quantifier or range loop. It is constant. */
export function makeBinder(ctx: Context, node: Binder, role: Variable["role"] = "binder"): Variable {
  const { type } = resolveType(ctx, node.type);
  const { start, end } = node.name;
  const variable: Variable = {
    kind: "variable",
    name: node.name.name,
    type,
    role,
    constant: true,
    meta: false,
    reference: false,
    span: { start, end },
  };
  ctx.symbols.set(node.name, variable);
  return variable;
}
