/**
 * A model with the tester of one of its processes: the template added, the process replaced by it on the system line, and
 * the query whether `Err` is reachable. Nothing else of the file changes.
 */
import { wants } from "../base/index.ts";
import type { CheckedTemplate, Instance, Model, Variable } from "../model/index.ts";
import {
  build,
  type Expr,
  edit,
  printDeclaration,
  type QueryEntry,
  splitList,
  type UppaalSource,
} from "../syntax/index.ts";
import { readAgain } from "./again.ts";
import { makeTest, type TestResult } from "./test-automaton.ts";
import { channelOf, isShareable, testChannel, type Uses, usesOf } from "./test-interface.ts";
import type { TestNote, TestOptions } from "./test-setup.ts";
import { type Beside, processesBut, processesNamed, rootOf, type Specified } from "./test-system.ts";
import { whyOutside } from "./test-theory.ts";

export interface ComposeOptions extends Omit<TestOptions, "channels" | "variables" | "committed"> {
  /** The specification: a template, an instance, or `Train(0)`. */
  readonly specification: string;
  /** Processes to stand beside the tester; by default those of the system line but the specification. */
  readonly implementation?: readonly string[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly variables?: readonly string[] | undefined;
}

export type Composed =
  | {
      readonly text: string;
      readonly query: string;
      readonly process: string;
      readonly channels: readonly string[];
      readonly variables: readonly string[];
      readonly notes: readonly TestNote[];
    }
  | { readonly refusal: string; readonly part?: Expr };

/** Requires: the model is that of the source's tree and has no errors. */
export function composeTest(source: UppaalSource, model: Model, options: ComposeOptions): Composed {
  wants("composeTest", source, "source");
  wants("composeTest", model, "model");
  wants("composeTest", options, "object");
  const found = resolve(model, options.specification);
  if (typeof found === "string") return { refusal: found };
  const others =
    options.implementation === undefined ? processesBut(model, found) : processesNamed(model, options.implementation);
  if (typeof others === "string") return { refusal: others };
  const seen = watched(model, found, others.processes, options);
  if (typeof seen === "string") return { refusal: seen };
  const { aliased, channels, variables, uses } = seen;
  const made = makeTest(model, found.template, {
    ...options,
    channels: channels.filter((c) => !aliased.includes(c)),
    variables,
    committed: uses.some((u) => u.committed),
    rushes: uses.some((u) => u.rushes),
  });
  if ("refusal" in made) return made;
  const written = writeTest(source, model, options.specification, found, others, made);
  if ("refusal" in written) return written;
  return {
    ...written,
    channels: channels.map((c) => c.name),
    variables: variables.map((v) => v.name),
    notes: made.notes,
  };
}

/** What the tester watches, or why there is none. */
function watched(model: Model, found: Specified, processes: readonly string[], options: ComposeOptions) {
  const { template } = found;
  const beside = processes.map((name) => rootOf(model, name)!);
  const outside = whyOutside(model, template, beside);
  if (outside !== undefined) return outside;
  const uses = processes.map((name) => usesOfProcess(model, name));
  const aliased = aliases(model, found);
  if (typeof aliased === "string") return aliased;
  const channels =
    options.channels === undefined
      ? inferChannels(model, template, beside, uses)
      : named(model, options.channels, (v) => testChannel(v) !== undefined, "channel");
  if (typeof channels === "string") return channels;
  const own = usesOf(model, template).variables;
  const variables =
    options.variables === undefined
      ? [...own].filter((v) => uses.some((u) => u.variables.has(v)))
      : named(model, options.variables, isShareable, "variable");
  return typeof variables === "string" ? variables : { aliased, channels, variables, uses };
}

/** What the specification knows under the name of a parameter is watched under that name. */
function aliases(model: Model, { template, args }: Specified): readonly Variable[] | string {
  const aliased: Variable[] = [];
  for (const [k, parameter] of template.parameters.entries()) {
    if (testChannel(parameter) === undefined) continue;
    const arg = args?.[k];
    const symbol =
      arg?.kind === "name"
        ? (channelOf(model, arg)?.symbol ?? model.variables.find((v) => v.name === arg.name))
        : undefined;
    if (symbol === undefined)
      return `channel ${parameter.name} stands for an element of an array: zonal refine can decide this`;
    if (aliased.includes(symbol)) return `two parameters of ${template.name} are one channel, ${symbol.name}`;
    aliased.push(symbol);
  }
  return aliased;
}

/** The file with the tester in it, its query, and the name of its process. */
function writeTest(
  source: UppaalSource,
  model: Model,
  specification: string,
  { args }: Specified,
  others: Beside,
  made: Exclude<TestResult, { readonly refusal: string }>,
): { readonly text: string; readonly query: string; readonly process: string } | { readonly refusal: string } {
  const name = made.template.name.name;
  const process = args === undefined ? name : freshProcess(model, `${name}1`);
  const instances = [
    ...others.declarations,
    ...(args === undefined ? [] : [printDeclaration(build.instance(process, name, ...args))]),
  ];
  const line = [...instances, `system ${[...others.names, process].join(", ")};`].join("\n");
  const query = `A[] not ${process}.${made.error}`;
  const entry: QueryEntry = {
    ...build.query(query),
    comment: `Every timed trace of ${others.processes.join(", ") || "the system"} is one of ${specification}.`,
  };
  const editor = edit(source).addTemplate(made.template);
  if (model.tree.system === undefined) editor.setSystem(line);
  else editor.replaceSpan(model.tree.system, line);
  if (source.format === "xml") editor.addQuery(entry);
  const text = editor.apply();
  const again = readAgain(source, text);
  const fault = "fault" in again ? again.fault : again.unmade;
  return fault === undefined ? { text, query, process } : { refusal: `the result would be no model: ${fault.message}` };
}

/** What a process uses, with parameters by reference replaced by what stands for them. */
function usesOfProcess(model: Model, name: string): Uses {
  const [, plain, inside] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(name) ?? [];
  const meant = new Map<Variable, Variable>();
  let of: CheckedTemplate | Instance | undefined =
    model.instances.find((i) => i.name === plain) ?? model.templates.find((t) => t.name === plain);
  const given = inside === undefined || of === undefined ? [] : splitList(inside);
  const root = of?.kind === "instance" ? of.of : undefined;
  for (const [k, text] of given.entries()) {
    const parameter = (of?.kind === "instance" && of.node === undefined && root !== undefined ? root : of)?.parameters[
      k
    ];
    const found = model.variables.find((v) => v.name === text.replace(/\[.*$/, "").trim());
    if (parameter !== undefined && found !== undefined) meant.set(parameter, found);
  }
  while (of?.kind === "instance") {
    for (const [k, arg] of of.args.entries()) {
      const found = channelOf(model, arg)?.symbol;
      if (found !== undefined) meant.set(of.of.parameters[k]!, meant.get(found) ?? found);
    }
    of = of.of;
  }
  if (of === undefined)
    return {
      sends: new Set(),
      receives: new Set(),
      variables: new Set(),
      others: new Set(),
      committed: false,
      rushes: false,
    };
  return usesOf(model, of, meant);
}

/** The template behind a name, and its arguments if it needs any. */
function resolve(model: Model, text: string): Specified | string {
  const [, name, inside] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [];
  const template = model.templates.find((t) => t.name === name);
  const instance = model.instances.find((i) => i.name === name && i.node !== undefined);
  if (template !== undefined) {
    if (inside !== undefined) return { template, args: splitList(inside).map((a) => build.expr(a)) };
    return template.parameters.length === 0
      ? { template }
      : `${name} has parameters: name one process, as ${name}(0), or an instance`;
  }
  if (instance === undefined) return `there is no process or template ${text}`;
  if (instance.of.kind !== "template" || instance.parameters.length > 0 || inside !== undefined)
    return `${text} is an instance with parameters of its own`;
  return { template: instance.of, args: instance.args };
}

/** Those of the specification, and those that only one side of the others speaks. */
function inferChannels(
  model: Model,
  spec: CheckedTemplate,
  beside: readonly CheckedTemplate[],
  uses: readonly Uses[],
): readonly Variable[] {
  const own = usesOf(model, spec);
  const isInternal = (c: Variable) =>
    uses.some(
      (u, i) =>
        u.sends.has(c) &&
        uses.some((v, j) => (i !== j || beside.filter((t) => t === beside[i]).length > 1) && v.receives.has(c)),
    );
  const theirs = uses.flatMap((u) => [...u.sends, ...u.receives]).filter((c) => c.role === "global" && !isInternal(c));
  const isOwn = (c: Variable) => c.role === "global" || c.role === "parameter";
  const order = [...model.variables, ...spec.parameters];
  const all = new Set([...[...own.sends, ...own.receives].filter(isOwn), ...theirs]);
  return [...all].filter((c) => testChannel(c) !== undefined).sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function named(
  model: Model,
  names: readonly string[],
  fits: (v: Variable) => boolean,
  what: string,
): readonly Variable[] | string {
  const out: Variable[] = [];
  for (const name of names) {
    const found = model.variables.find((v) => v.name === name.trim() && fits(v));
    if (found === undefined) return `there is no ${what} ${name}`;
    out.push(found);
  }
  return out;
}

function freshProcess(model: Model, like: string): string {
  const taken = new Set([
    ...model.templates.map((t) => t.name),
    ...model.instances.map((i) => i.name),
    ...model.variables.map((v) => v.name),
  ]);
  let name = like;
  for (let i = 2; taken.has(name); i++) name = `${like}_${i}`;
  return name;
}
