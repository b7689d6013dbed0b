/**
 * Other values for the constants of a model: `N`, or `P.k` for the constant `k` of the template `P`. Only the initialisers
 * change, in the tree; every new node has the place of the old one, so that whatever is found wrong later has a place in the
 * file. A name that is no constant, and a value that is not of its type, are refused in words. The tree is to be checked
 * again: the range of one constant may depend on another.
 */
import { wants } from "../base/index.ts";
import { type Model, showType, type Type, type Variable } from "../model/index.ts";
import { build, type Declaration, type Declarator, type Expr, type Template, type Tree } from "../syntax/index.ts";

export type ConstantValue = number | boolean;
export type Constants = Readonly<Record<string, ConstantValue>>;

export function withConstants(model: Model, values: Constants): Tree | { readonly refused: string } {
  wants("withConstants", model, "model");
  wants("withConstants", values, "object");
  const changes = new Map<Declarator, Expr>();
  for (const [name, value] of Object.entries(values)) {
    const found = constantNamed(model, name);
    if (typeof found === "string") return { refused: found };
    const wrong = notOf(found.variable.type, value);
    if (wrong !== undefined) return { refused: `${name} cannot be ${value}: ${wrong}` };
    changes.set(found.declarator, valueAt(found.declarator, value));
  }
  return changes.size === 0 ? model.tree : changed(model.tree, changes);
}

interface Constant {
  readonly declarator: Declarator;
  readonly variable: Variable;
}

/** A constant of one value, or why there is none of this name. */
export function constantNamed(model: Model, name: string): Constant | string {
  const { tree } = model;
  const [first = "", second] = name.split(".", 2);
  const template = second === undefined ? undefined : model.templates.find((t) => t.name === first)?.node;
  if (second !== undefined && template === undefined) return `there is no template '${first}'`;
  const list = template?.declarations ?? [...tree.declarations, ...tree.systemDeclarations];
  const word = second ?? first;
  for (const declaration of list) {
    if (declaration.kind !== "variables") continue;
    const declarator = declaration.declarators.find((d) => d.name.name === word);
    const variable = declarator === undefined ? undefined : model.symbols.get(declarator.name);
    if (declarator === undefined || variable?.kind !== "variable") continue;
    return notSettable(name, variable) ?? { declarator, variable };
  }
  return unknown(model, name, word, template);
}

function notSettable(name: string, { constant, type, initialiser }: Variable): string | undefined {
  if (!constant) return `${name} is a variable, not a constant`;
  if (type.kind !== "int" && type.kind !== "bool" && type.kind !== "double")
    return `${name} is of type ${showType(type)}: only constants of one number or truth value can be set`;
  return initialiser === undefined ? `${name} has no value in the model that could be replaced` : undefined;
}

/** Names that stand for something else, and names that stand for nothing. */
function unknown(model: Model, name: string, word: string, template: Template | undefined): string {
  const owner = model.templates.find(
    (t) => (template === undefined || t.node === template) && t.parameters.some((p) => p.name === word),
  );
  if (owner !== undefined)
    return `${name} is a parameter of template ${owner.name}: its values come from the system line, where a constant can be named`;
  const inside = template === undefined ? model.templates.filter((t) => t.variables.some((v) => v.name === word)) : [];
  if (inside.length > 0)
    return `there is no global constant '${name}'; template ${inside[0]!.name} has one: ${inside[0]!.name}.${word}`;
  const known = constantsOf(model);
  const list = known.length === 0 ? "the model has none" : `the model has ${known.join(", ")}`;
  return `there is no constant '${name}'; ${list}`;
}

/** The constants that can be set, as they are called. */
export function constantsOf(model: Model): readonly string[] {
  wants("constantsOf", model, "model");
  const named = (list: readonly Declaration[], prefix: string): string[] =>
    list.flatMap((declaration) => {
      if (declaration.kind !== "variables") return [];
      return declaration.declarators.flatMap(({ name }) => {
        const symbol = model.symbols.get(name);
        const isOne = symbol?.kind === "variable" && notSettable(name.name, symbol) === undefined;
        return isOne ? [`${prefix}${name.name}`] : [];
      });
    });
  const { tree } = model;
  return [
    ...named([...tree.declarations, ...tree.systemDeclarations], ""),
    ...model.templates.flatMap(({ name, node }) => named(node.declarations, `${name}.`)),
  ];
}

/** Why a value is not of a type, as far as the type alone tells. */
function notOf(type: Type, value: ConstantValue): string | undefined {
  if (type.kind === "bool") return typeof value === "boolean" ? undefined : "it is a bool, true or false";
  if (typeof value === "boolean") return `it is a number, of type ${showType(type)}`;
  if (type.kind === "double") return Number.isFinite(value) ? undefined : "it is a finite number";
  if (!Number.isInteger(value)) return "it is a whole number";
  if (value < -(2 ** 31) || value >= 2 ** 31) return "it has 32 bits";
  const [low, high] = type.kind === "int" ? [type.low?.value, type.high?.value] : [];
  const outside = (low !== undefined && value < low) || (high !== undefined && value > high);
  return outside ? `it is in ${low} .. ${high}` : undefined;
}

/** The value in the place of the old one. */
function valueAt({ initialiser, name }: Declarator, value: ConstantValue): Expr {
  const { start, end } = initialiser ?? name;
  if (typeof value === "boolean") return { kind: "bool", start, end, value };
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return { ...build.int(value), start, end };
  const size = Math.abs(value);
  const text = Number.isInteger(size) ? `${size}.0` : String(size);
  const real: Expr = { kind: "real", start, end, value: size, text };
  return value < 0 ? { kind: "unary", start, end, op: "-", operand: real } : real;
}

function changed(tree: Tree, changes: ReadonlyMap<Declarator, Expr>): Tree {
  const template = (t: Template): Template => ({ ...t, declarations: t.declarations.map(declaration) });
  return {
    ...tree,
    declarations: tree.declarations.map(declaration),
    templates: tree.templates.map(template),
    systemDeclarations: tree.systemDeclarations.map(declaration),
  };

  function declaration(d: Declaration): Declaration {
    if (d.kind === "template") return { ...d, template: template(d.template) };
    if (d.kind !== "variables") return d;
    const declarators = d.declarators.map((one) => {
      const initialiser = changes.get(one);
      return initialiser === undefined ? one : { ...one, initialiser };
    });
    return { ...d, declarators };
  }
}
