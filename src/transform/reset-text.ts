/**
 * Resets as text. A few leaves are written out, `a[0] = 0, a[1] = 0`; more become a call of a generated function that
 * loops where all elements start alike. A function also serves where a name means something else on the edge. Initial
 * values are literals; where they differ from process to process, the variable's own initialiser is written again.
 */
import type { Type } from "../model/index.ts";
import { type Expr, printExpr } from "../syntax/index.ts";
import type { Leaf, Place, Shape } from "./places.ts";

/** More leaves than this are reset by a function. */
const WRITTEN_OUT = 4;

/** Whether some index is a scalar: its values have no names, so all elements are reset alike, in a loop, or none. */
export function hasScalarIndex(shape: Shape): boolean {
  if (shape.kind === "struct") return shape.fields.some((f) => hasScalarIndex(f.shape));
  return shape.kind === "array" && (shape.set !== undefined || hasScalarIndex(shape.element));
}

/** Whether all leaves are there, and such a loop can be written. */
export function isUniform(place: Place, leaves: readonly Leaf[], value: (leaf: Leaf) => string | undefined): boolean {
  if (leaves.length !== place.leaves.length) return false;
  const values = new Map(leaves.map((leaf) => [leaf.path, value(leaf) ?? ""]));
  return statements(place.name, "", place.shape, place.variable.type, values, 0) !== undefined;
}

export interface ResetFunction {
  readonly name: string;
  readonly text: string;
  /** Of the declarations it belongs to. */
  readonly place: Place;
}

/** The value that a leaf is reset to, or undefined if it cannot be written. */
export function valueText(place: Place, leaf: Leaf, processes: readonly number[]): string | undefined {
  const values = new Set(processes.map((p) => leaf.initial(p)));
  const [value] = values;
  if (leaf.kind === "scalar") return undefined;
  if (values.size === 1) return leaf.kind === "bool" ? (value === 0 ? "false" : "true") : String(value);
  const { initialiser } = place.variable;
  if (leaf.path !== "" || initialiser === undefined || initialiser.kind === "list") return undefined;
  return printExpr(initialiser as Expr);
}

/** Makes names that the model does not use. */
export class FreshNames {
  private readonly used: Set<string>;

  constructor(text: string) {
    this.used = new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
  }

  take(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.used.has(name); n++) name = `${wanted}_${n}`;
    this.used.add(name);
    return name;
  }
}

export class ResetTexts {
  readonly functions: ResetFunction[] = [];
  private readonly names: FreshNames;
  private readonly known = new Map<string, ResetFunction>();

  private readonly canCall: boolean;

  /** `canCall`: whether the language has functions (not in UPPAAL 3). */
  constructor(names: FreshNames, canCall: boolean) {
    this.names = names;
    this.canCall = canCall;
  }

  /** The items that reset some leaves of a place: `value` gives each its text. `hidden`: its name means something else. */
  items(place: Place, leaves: readonly Leaf[], value: (leaf: Leaf) => string, hidden: boolean): readonly string[] {
    if (!this.canCall || (!hidden && leaves.length <= WRITTEN_OUT && !hasScalarIndex(place.shape)))
      return leaves.map((leaf) => `${place.name}${leaf.path} = ${value(leaf)}`);
    const values = new Map(leaves.map((leaf) => [leaf.path, value(leaf)]));
    const body = statements(place.name, "", place.shape, place.variable.type, values, 1) ?? "";
    const key = `${place.template?.name ?? ""} ${place.name}\n${body}`;
    let made = this.known.get(key);
    if (made === undefined) {
      const name = this.names.take(`reset_${place.name}`);
      made = { name, place, text: `void ${name}() {\n${body}}\n` };
      this.known.set(key, made);
      this.functions.push(made);
    }
    return [`${made.name}()`];
  }
}

/** Statements that give the leaves of a part their values, one per line; undefined if a scalar index would need a name. */
function statements(
  name: string,
  path: string,
  shape: Shape,
  type: Type,
  values: ReadonlyMap<string, string>,
  depth: number,
): string | undefined {
  const indent = "    ".repeat(depth);
  if (shape.kind === "struct") {
    const fields = type.kind === "struct" ? type.fields : [];
    const parts = shape.fields.map((f, i) =>
      statements(name, `${path}.${f.name}`, f.shape, fields[i]?.type ?? { kind: "unknown" }, values, depth),
    );
    return parts.includes(undefined) ? undefined : parts.join("");
  }
  if (shape.kind !== "array") {
    const value = values.get(path);
    return value === undefined ? "" : `${indent}${name}${path} = ${value};\n`;
  }
  const [index, element] =
    type.kind === "array" ? [type.index, type.element] : [undefined, { kind: "unknown" } as const];
  const parts = Array.from({ length: shape.size }, (_, i) =>
    statements(name, `${path}[${shape.low + i}]`, shape.element, element, values, 0),
  );
  if (parts.includes(undefined)) return undefined;
  const variable = `i${path.split("[").length - 1}${name.startsWith("i") ? "_" : ""}`;
  const general = parts.map((text, i) =>
    text!.replaceAll(`${name}${path}[${shape.low + i}]`, `${name}${path}[${variable}]`),
  );
  const [body = ""] = general;
  const alike = body !== "" && general.every((text) => text === body);
  const isScalar = shape.set !== undefined;
  if (alike && (isScalar || shape.size > 2)) {
    const range = isScalar
      ? index?.kind === "scalar"
        ? index.set.name
        : undefined
      : `int[${shape.low}, ${shape.low + shape.size - 1}]`;
    if (range === undefined) return undefined;
    return `${indent}for (${variable} : ${range}) {\n${body.replace(/^(?=.)/gm, `${indent}    `)}${indent}}\n`;
  }
  if (isScalar && general.some((text) => text !== "")) return undefined;
  return parts.map((text) => text!.replace(/^(?=.)/gm, indent)).join("");
}
