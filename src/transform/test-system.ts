/**
 * Who stands beside a tester: the processes asked for, or those of the system line but the specification. A member of a set
 * (`Train(0)`) cannot be named on a system line, so that it gets an instance of its own; where the specification is one
 * member of a set, the others stay.
 */
import { append } from "../base/index.ts";
import type { CheckedTemplate, Instance, Model, Variable } from "../model/index.ts";
import { build, type Expr, printDeclaration, printExpr, splitList } from "../syntax/index.ts";
import { knownValue } from "./known.ts";

export interface Beside {
  /** As asked for or made: `P`, `Train(1)`. */
  readonly processes: readonly string[];
  /** As the system line is to name them. */
  readonly names: readonly string[];
  /** Instances to be declared before it. */
  readonly declarations: readonly string[];
}

/** The specification: a template, and its arguments if it has parameters. */
export interface Specified {
  readonly template: CheckedTemplate;
  readonly args?: readonly Expr[];
}

/** The processes asked for. A text says why there are none. */
export function processesNamed(model: Model, wanted: readonly string[]): Beside | string {
  for (const name of wanted) if (rootOf(model, name) === undefined) return `there is no process ${name}`;
  return beside(model, wanted);
}

/** Those of the system line but the specification. */
export function processesBut(model: Model, spec: Specified): Beside | string {
  const left: string[] = [];
  for (const { instance } of model.system) {
    const members =
      rootOf(model, instance.name) === spec.template ? membersBut(model, instance, spec) : [instance.name];
    if (typeof members === "string") return members;
    append(left, members);
  }
  return beside(model, left);
}

function beside(model: Model, processes: readonly string[]): Beside {
  const taken = new Set([
    ...model.templates.map((t) => t.name),
    ...model.instances.map((i) => i.name),
    ...model.variables.map((v) => v.name),
  ]);
  const declarations: string[] = [];
  const names = processes.map((process) => {
    const [, name, args] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(process) ?? [];
    if (name === undefined || args === undefined || args.trim() === "") return name ?? process;
    const made = fresh(`${name}_${args.replace(/\W+/g, "_")}`, taken);
    declarations.push(printDeclaration(build.instance(made, name, ...splitList(args).map((a) => build.expr(a)))));
    return made;
  });
  return { processes, names, declarations };
}

function fresh(like: string, taken: Set<string>): string {
  let name = like;
  for (let i = 2; taken.has(name); i++) name = `${like}_${i}`;
  taken.add(name);
  return name;
}

const ambiguous = (name: string): string =>
  `whether ${name} is the specification cannot be told: say with --impl who stands beside it`;

/** What is left of an instance of the specification's template. */
function membersBut(model: Model, instance: Instance, { template, args = [] }: Specified): readonly string[] | string {
  const { name, parameters } = instance;
  if (template.parameters.length === 0) return [];
  // The template itself, once for each value of its parameters; or a process with arguments.
  if (instance.of !== template) return ambiguous(name);
  if (parameters.length === 0) {
    const same = sameArguments(model, instance.args, args);
    return same === undefined ? ambiguous(name) : same ? [] : [name];
  }
  if (instance.args.length > 0) return ambiguous(name);
  const members = combinations(parameters);
  const values = args.map((a) => knownValue(model, a));
  if (members === undefined || values.includes(undefined)) return ambiguous(name);
  const left = members.filter((m) => m.some((value, k) => value !== values[k]));
  return left.length === members.length ? [name] : left.map((m) => `${name}(${m.join(", ")})`);
}

/** Undefined if it is not known. */
function sameArguments(model: Model, some: readonly Expr[], others: readonly Expr[]): boolean | undefined {
  let known = true;
  for (const [k, a] of some.entries()) {
    const b = others[k];
    if (b === undefined) return undefined;
    if (printExpr(a) === printExpr(b)) continue;
    const [m, n] = [knownValue(model, a), knownValue(model, b)];
    if (m !== undefined && n !== undefined && m !== n) return false;
    // Two names are two variables, where neither is a parameter of something else.
    if (m === undefined && n === undefined && isGlobal(model, a) && isGlobal(model, b)) return false;
    known = known && m !== undefined && m === n;
  }
  return known ? true : undefined;
}

function isGlobal(model: Model, e: Expr): boolean {
  return e.kind === "name" && model.variables.some((v) => v.name === e.name);
}

function combinations(parameters: readonly Variable[]): readonly (readonly number[])[] | undefined {
  let found: number[][] = [[]];
  for (const { type } of parameters) {
    const [low, high] = type.kind === "bool" ? [0, 1] : type.kind === "int" ? [type.low?.value, type.high?.value] : [];
    if (low === undefined || high === undefined || found.length * (high - low + 1) > MOST) return undefined;
    const values = Array.from({ length: high - low + 1 }, (_, k) => low + k);
    found = found.flatMap((so) => values.map((value) => [...so, value]));
  }
  return found;
}

/** More members than this are not written out. */
const MOST = 1000;

/** The template behind a name. */
export function rootOf(model: Model, name: string): CheckedTemplate | undefined {
  const plain = name.replace(/\(.*$/, "").trim();
  let of: CheckedTemplate | Instance | undefined =
    model.instances.find((i) => i.name === plain) ?? model.templates.find((t) => t.name === plain);
  while (of?.kind === "instance") of = of.of;
  return of;
}
