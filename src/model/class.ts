import type { Type } from "./type.ts";

/**
 * Classes of types (docs/compatibility.md TY1): the questions that operators and labels ask. The ladder is
 * integral < invariant < guard < constraint < formula; "rate" (an invariant with clock rates) stands beside it.
 * Types of expression results are shared objects.
 */
export const unknown: Type = { kind: "unknown" };
export const int: Type = { kind: "int" };
export const bool: Type = { kind: "bool" };
export const double: Type = { kind: "double" };
export const string: Type = { kind: "string" };
export const nothing: Type = { kind: "void" };
export const clock: Type = { kind: "clock", hybrid: false };
export const difference: Type = { kind: "difference" };
export const derivative: Type = { kind: "derivative" };
export const invariant: Type = { kind: "invariant" };
export const rate: Type = { kind: "rate" };
export const guard: Type = { kind: "guard" };
export const constraint: Type = { kind: "constraint" };
export const formula: Type = { kind: "formula" };
export const location: Type = { kind: "location" };
export const process: Type = { kind: "process" };

export const isInteger = (t: Type): boolean => t.kind === "int";
export const isClock = (t: Type): boolean => t.kind === "clock";
export const isDifference = (t: Type): boolean => t.kind === "difference";
export const isIntegral = (t: Type): boolean => t.kind === "int" || t.kind === "bool" || t.kind === "location";
/** Integers and doubles: what a clock may be compared with in an invariant. */
export const isBound = (t: Type): boolean => t.kind === "int" || t.kind === "double";
const isReal = (t: Type): boolean => t.kind === "double" || t.kind === "clock" || t.kind === "difference";
export const isNumber = (t: Type): boolean => isIntegral(t) || isReal(t);
export const isInvariant = (t: Type): boolean => isIntegral(t) || t.kind === "invariant";
export const isInvariantOrRate = (t: Type): boolean => isInvariant(t) || t.kind === "rate";
export const isGuard = (t: Type): boolean => isInvariant(t) || t.kind === "guard";
export const isConstraint = (t: Type): boolean => isGuard(t) || t.kind === "constraint";
export const isFormula = (t: Type): boolean => isConstraint(t) || t.kind === "formula";
/** Weights of branches (W11). */
export const isWeight = (t: Type): boolean => isInteger(t) || t.kind === "double" || t.kind === "clock";

/** Structs may share types that share types: each is asked once, or the answer would take for ever. */
function once(question: (type: Type) => boolean): (type: Type) => boolean {
  const answers = new WeakMap<Type, boolean>();
  return (type) => {
    if (type.kind !== "struct" && type.kind !== "array") return question(type);
    let answer = answers.get(type);
    if (answer === undefined) answers.set(type, (answer = question(type)));
    return answer;
  };
}

/** What can stand on the left of an assignment, or alone in an update. */
export const isAssignable: (type: Type) => boolean = once((type) => {
  switch (type.kind) {
    case "int":
    case "bool":
    case "double":
    case "string":
    case "clock":
    case "scalar":
      return true;
    case "array":
      return isAssignable(type.element);
    case "struct":
      return type.fields.every((f) => isAssignable(f.type));
    default:
      return false;
  }
});

/** Whether a variable of this type may have an initialiser (and may be local to a function). */
export const isInitialisable: (type: Type) => boolean = once((type) => {
  switch (type.kind) {
    case "struct":
      return type.fields.every((f) => isInitialisable(f.type));
    case "array":
      return type.index.kind !== "scalar" && isInitialisable(type.element);
    case "string":
    case "unknown":
      return true;
    default:
      return isIntegral(type) || type.kind === "clock" || type.kind === "double";
  }
});

/** Whether a function may return it (F2). */
export const isReturnable: (type: Type) => boolean = once((type) => {
  switch (type.kind) {
    case "struct":
      return type.fields.every((f) => isReturnable(f.type));
    case "int":
    case "bool":
    case "double":
    case "scalar":
    case "void":
    case "unknown":
      return true;
    default:
      return false;
  }
});

/** The element type under all dimensions. */
export function stripArrays(type: Type): Type {
  let t = type;
  while (t.kind === "array") t = t.element;
  return t;
}

/** Whether some value of this type would be outside an empty range. */
export const isEmpty: (type: Type) => boolean = once((type) => {
  switch (type.kind) {
    case "int":
      return type.low?.value !== undefined && type.high?.value !== undefined && type.low.value > type.high.value;
    case "array":
      return isEmpty(type.element);
    case "struct":
      return type.fields.some((f) => isEmpty(f.type));
    default:
      return false;
  }
});

/** Whether a scalar set declared in a template is part of it: such a set is another one in each process. */
export const holdsLocalSet: (type: Type) => boolean = once((type) => {
  switch (type.kind) {
    case "scalar":
      return type.set.local;
    case "array":
      return holdsLocalSet(type.index) || holdsLocalSet(type.element);
    case "struct":
      return type.fields.some((f) => holdsLocalSet(f.type));
    default:
      return false;
  }
});

const depths = new WeakMap<Type, number>();

/** How deep arrays and structs are nested. */
export function depthOf(type: Type): number {
  if (type.kind !== "array" && type.kind !== "struct") return 0;
  let depth = depths.get(type);
  if (depth === undefined) {
    // Dimensions may be as many as the file holds.
    let dimensions = 0;
    let inner: Type = type;
    for (; inner.kind === "array"; inner = inner.element) dimensions++;
    depth = dimensions;
    if (inner.kind === "struct")
      depth += inner.fields.reduce((most, field) => Math.max(most, 1 + depthOf(field.type)), 1);
    depths.set(type, depth);
  }
  return depth;
}
