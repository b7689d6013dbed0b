/**
 * Resets as text. A few leaves are written out, `a[0] = 0, a[1] = 0`; more become a call of a generated function that
 * loops where all elements start alike. A function also serves where a name means something else on the edge. Initial
 * values are literals; where they differ from process to process, the variable's own initialiser is written again.
 */
import { type Expr, printExpr } from "../syntax/index.ts";
import type { Leaf, Place, Shape } from "./places.ts";

/** More leaves than this are reset by a function. */
const WRITTEN_OUT = 4;

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

  constructor(names: FreshNames) {
    this.names = names;
  }

  /** The items that reset some leaves of a place: `value` gives each its text. `hidden`: its name means something else. */
  items(place: Place, leaves: readonly Leaf[], value: (leaf: Leaf) => string, hidden: boolean): readonly string[] {
    if (!hidden && leaves.length <= WRITTEN_OUT) return leaves.map((leaf) => `${place.name}${leaf.path} = ${value(leaf)}`);
    const values = new Map(leaves.map((leaf) => [leaf.path, value(leaf)]));
    const body = statements(place.name, "", place.shape, values, 1);
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

/** Statements that give the leaves of a part their values, one per line. */
function statements(name: string, path: string, shape: Shape, values: ReadonlyMap<string, string>, depth: number): string {
  const indent = "    ".repeat(depth);
  if (shape.kind === "struct") return shape.fields.map((f) => statements(name, `${path}.${f.name}`, f.shape, values, depth)).join("");
  if (shape.kind !== "array") {
    const value = values.get(path);
    return value === undefined ? "" : `${indent}${name}${path} = ${value};\n`;
  }
  const parts = Array.from({ length: shape.size }, (_, i) => statements(name, `${path}[${shape.low + i}]`, shape.element, values, 0));
  const index = `i${path.split("[").length - 1}`;
  const general = parts.map((text, i) => text.replaceAll(`${name}${path}[${shape.low + i}]`, `${name}${path}[${index}]`));
  if (shape.size > 2 && general[0] !== "" && general.every((text) => text === general[0])) {
    const inner = general[0].replace(/^(?=.)/gm, `${indent}    `);
    return `${indent}for (${index} : int[${shape.low}, ${shape.low + shape.size - 1}]) {\n${inner}${indent}}\n`;
  }
  return parts.map((text) => text.replace(/^(?=.)/gm, indent)).join("");
}
