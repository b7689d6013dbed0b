/**
 * A session of the command language: the templates of a model, and sets and maps under names. A command gives a new session
 * and what it says; a command that fails leaves the old one as it is. The model is written from the last session.
 */
import { append, nowhere, unreachable, wants } from "../../base/index.ts";
import type { CheckedTemplate, Model } from "../../model/index.ts";
import { build, printTemplate, type Template, type Tree, type UppaalSource } from "../../syntax/index.ts";
import { AlgebraError } from "../actions.ts";
import { restrict } from "../algebra.ts";
import { isFreeName, modelOf, type ScriptResult, whyNoTemplate, withoutOrphans, writeScript } from "../rewritten.ts";
import { type Argument, functionLines, functions, predefined, type Surroundings } from "./functions.ts";
import { type Command, parseCommands, type Term } from "./syntax.ts";
import { CommandError, faultText } from "./token.ts";
import { actionSet, actionText, joined, kindText, map, nameSet, type Value, valueText, without } from "./value.ts";

export interface TemplateSession {
  readonly source: UppaalSource;
  readonly tree: Tree;
  readonly values: ReadonlyMap<string, Value>;
}

export interface Told {
  readonly session: TemplateSession;
  readonly lines: readonly string[];
  /** `quit` was said: nothing behind it counts. */
  readonly isOver: boolean;
}

/** Requires: the source has no errors. */
export function beginSession(source: UppaalSource): TemplateSession {
  wants("beginSession", source, "source");
  return { source, tree: source.tree, values: new Map() };
}

/** Runs the commands of a text, in order, up to the first that fails. Throws `AlgebraError` with its place. */
export function runCommands(session: TemplateSession, text: string): Told {
  wants("runCommands", session, "object");
  wants("runCommands", text, "text");
  const lines: string[] = [];
  try {
    let now = session;
    for (const command of parseCommands(text)) {
      if (command.kind === "quit") return { session: now, lines, isOver: true };
      now = new Runner(now, lines).run(command);
    }
    return { session: now, lines, isOver: false };
  } catch (error) {
    if (error instanceof CommandError) throw new AlgebraError(faultText(text, error));
    throw error;
  }
}

/** Whether a text ends inside a bracket or a comment, so that more belongs to it. */
export function isUnfinished(text: string): boolean {
  wants("isUnfinished", text, "text");
  try {
    parseCommands(text);
    return false;
  } catch (error) {
    return error instanceof CommandError && error.unfinished;
  }
}

/** The model as the session leaves it. */
export function writeSession(session: TemplateSession): ScriptResult {
  wants("writeSession", session, "object");
  const { source, tree } = session;
  wants("writeSession", source, "source");
  wants("writeSession", tree, "tree");
  return writeScript(source, withoutOrphans(tree));
}

const help = (): readonly string[] => [
  "NAME = expr      a template under a name (a new one, or in its place), or a set or map as a variable",
  "expr             say what it is",
  "show [NAME]      the same of a name; without one, of all",
  "list             the names",
  "drop NAME        remove a template and its processes, or a variable",
  "quit             end",
  "",
  "expr is a name, a function, a set {a, b} of names or {| a!, b?, c[1] |} of actions, a map {a -> b, c <-> d} or",
  "{| a! -> b? |}, T \\ actions (without their edges), set \\ set, set ++ set, map ++ map. Sets that are there: channels, globals.",
  "",
  ...functionLines(),
];

class Runner {
  private readonly session: TemplateSession;
  private readonly lines: string[];
  private readonly around: Surroundings;

  constructor(session: TemplateSession, lines: string[]) {
    this.session = session;
    this.lines = lines;
    this.around = {
      model: () => modelOf(session.tree),
      checked: (template) => this.checked(template),
      say: (line) => lines.push(line),
    };
  }

  run(command: Command): TemplateSession {
    const { session } = this;
    switch (command.kind) {
      case "assign":
        return this.placed(command.at, () => this.assign(command.name, this.value(command.value)));
      case "value":
        append(this.lines, this.shown(this.value(command.value)));
        return session;
      case "drop":
        return this.placed(command.at, () => this.drop(command.name));
      case "show":
        this.placed(command.at, () => {
          for (const name of command.name === undefined ? this.names() : [command.name]) this.show(name);
        });
        return session;
      case "list":
        append(this.lines, this.names());
        return session;
      case "help":
        append(this.lines, help());
        return session;
      case "quit":
        return session;
      default:
        return unreachable(command);
    }
  }

  /** What fails inside is told with the place, unless it has one already. */
  private placed<T>(at: number, run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (error instanceof AlgebraError && !(error instanceof CommandError)) throw new CommandError(error.message, at);
      throw error;
    }
  }

  private names(): readonly string[] {
    return [...this.session.tree.templates.map((t) => t.name.name), ...this.session.values.keys()];
  }

  private show(name: string): void {
    const [head = "", ...more] = this.shown(this.named(name));
    append(this.lines, [this.find(name) === undefined ? `${name} = ${head}` : head, ...more]);
  }

  private shown(value: Value): readonly string[] {
    return value.kind === "template" ? printTemplate(value.template).trimEnd().split("\n") : [valueText(value)];
  }

  private find(name: string): Template | undefined {
    return this.session.tree.templates.find((t) => t.name.name === name);
  }

  private named(name: string): Value {
    const template = this.find(name);
    if (template !== undefined) return { kind: "template", template };
    const value = this.session.values.get(name) ?? predefined(this.around.model(), name);
    if (value === undefined)
      throw new AlgebraError(whyNoTemplate(this.session.tree, name) ?? `there is no template, set or map ${name}`);
    return value;
  }

  private drop(name: string): TemplateSession {
    const { session } = this;
    if (this.find(name) !== undefined) {
      const tree = { ...session.tree, templates: session.tree.templates.filter((t) => t.name.name !== name) };
      modelOf(tree);
      return { ...session, tree };
    }
    const values = new Map(session.values);
    if (!values.delete(name))
      throw new AlgebraError(whyNoTemplate(session.tree, name) ?? `there is no template, set or map ${name} to drop`);
    return { ...session, values };
  }

  private assign(name: string, value: Value): TemplateSession {
    const { session } = this;
    if (!isFreeName(name)) throw new AlgebraError(`'${name}' is a word of the language, and no name`);
    if (value.kind !== "template") {
      if (this.find(name) !== undefined) throw new AlgebraError(`${name} is a template: drop it first`);
      return { ...session, values: new Map([...session.values, [name, value]]) };
    }
    const old = this.find(name);
    // Nodes are its own, so that names in it mean what they mean here.
    const own: Template =
      value.template.name.name === name && old !== undefined
        ? value.template
        : { ...structuredClone(value.template), ...nowhere, name: build.name(name) };
    const { templates } = session.tree;
    const tree = {
      ...session.tree,
      templates: old === undefined ? [...templates, own] : templates.map((t) => (t === old ? own : t)),
    };
    modelOf(tree);
    const values = new Map(session.values);
    values.delete(name);
    return { ...session, tree, values };
  }

  /** A template as part of the model, where it takes the place of the one of its name. */
  private checked(template: Template): readonly [Model, CheckedTemplate] {
    const { tree } = this.session;
    const same = tree.templates.find((t) => t.name.name === template.name.name);
    const templates =
      same === undefined ? [...tree.templates, template] : tree.templates.map((t) => (t === same ? template : t));
    const model = modelOf(same === template ? tree : { ...tree, templates });
    const found = model.templates.find((t) => t.node === template);
    if (found === undefined) throw new AlgebraError(`${template.name.name} cannot be checked`);
    return [model, found];
  }

  private value(term: Term): Value {
    return this.placed(term.at, () => this.evaluate(term));
  }

  private evaluate(term: Term): Value {
    switch (term.kind) {
      case "name":
        return this.named(term.name);
      case "number":
        return { kind: "number", value: term.value };
      case "names":
        return nameSet(term.names);
      case "actions":
        return actionSet(term.actions);
      case "nameMap":
        return { kind: "nameMap", pairs: map(term.pairs, (n) => n) };
      case "actionMap":
        return { kind: "actionMap", pairs: map(term.pairs, actionText) };
      case "call":
        return this.call(term);
      case "both": {
        const [left, right] = [this.value(term.left), this.value(term.right)];
        if (term.op === "++") return joined(left, right);
        if (left.kind !== "template" || right.kind !== "actions") return without(left, right);
        return { kind: "template", template: restrict(...this.checked(left.template), right.actions) };
      }
      default:
        return unreachable(term);
    }
  }

  private call({ name, args }: Extract<Term, { kind: "call" }>): Value {
    const called = Object.hasOwn(functions, name) ? functions[name]! : undefined;
    if (called === undefined)
      throw new AlgebraError(`there is no function ${name}; there are ${Object.keys(functions).sort().join(", ")}`);
    const { takes, least } = called;
    if (args.length < least || args.length > takes.length) {
      const wanted = least === takes.length ? `${least}` : `${least} to ${takes.length}`;
      throw new AlgebraError(`${name} takes ${wanted} argument${wanted === "1" ? "" : "s"}, not ${args.length}`);
    }
    const values = args.map((term, k): Argument => {
      const kinds = takes[k]!;
      if (kinds.includes("name") && term.kind === "name") return { kind: "name", name: term.name };
      const value = this.value(term);
      if (kinds.includes(value.kind)) return value;
      const wanted = kinds.map((kind) => (kind === "name" ? "a name" : kindText[kind])).join(" or ");
      throw new CommandError(`${name} takes ${wanted} here, not ${kindText[value.kind]}`, term.at);
    });
    return called.run(values, this.around);
  }
}
