/**
 * The functions of the command language: what each takes, says and makes. Names are those of the tool of Bourke and Sowmya
 * (2007); `inputenable`, `inputs`, `outputs` and `locations` are added. A template is looked at in the model as it stands, where
 * it takes the place of the one it was made of.
 */
import { greatest } from "../../base/index.ts";
import type { CheckedTemplate, Model, Variable } from "../../model/index.ts";
import { printExpr, type Template } from "../../syntax/index.ts";
import { type ActionName, AlgebraError } from "../actions.ts";
import {
  acceptAll,
  conflate,
  dropLocations,
  renameActions,
  renameLocations,
  scale,
  setInitial,
  split,
} from "../algebra.ts";
import { enableInputs } from "../enable.ts";
import { multiplyTime } from "../multiply.ts";
import { swept } from "../rewritten.ts";
import { makeTest } from "../test-automaton.ts";
import { channelOf, isShareable, testChannel, usesOf } from "../test-interface.ts";
import { whyOutside } from "../test-theory.ts";
import { actionSet, type Kind, nameSet, type Value } from "./value.ts";

/** What a function knows: the model as it stands, a template in it, and where to say something. */
export interface Surroundings {
  readonly model: () => Model;
  readonly checked: (template: Template) => readonly [Model, CheckedTemplate];
  readonly say: (line: string) => void;
}

/** `name`: a word that stands for itself. */
type ArgumentKind = Kind | "name";

interface CommandFunction {
  /** For each argument the kinds it may have. Those behind `least` may be left out. */
  readonly takes: readonly (readonly ArgumentKind[])[];
  readonly least: number;
  readonly about: string;
  readonly run: (args: readonly Argument[], around: Surroundings) => Value;
}

export type Argument = Value | { readonly kind: "name"; readonly name: string };

export const functions: Readonly<Record<string, CommandFunction>> = {
  actions: ofTemplate("the actions of T", (around, t) => actionSet(actionsOf(around, t))),
  inputs: ofTemplate("those that it receives", (around, t) =>
    actionSet(actionsOf(around, t).filter((a) => a.direction === "?")),
  ),
  outputs: ofTemplate("those that it sends", (around, t) =>
    actionSet(actionsOf(around, t).filter((a) => a.direction === "!")),
  ),
  channels: ofTemplate("the channels that T uses", (around, t) => nameSet(actionsOf(around, t).map((a) => a.channel))),
  parameters: ofTemplate("the parameters of T that are no constants", (around, t) =>
    nameSet(around.checked(t)[1].parameters.flatMap((p) => (p.constant ? [] : [p.name]))),
  ),
  locations: ofTemplate("the locations of T", (_, t) => nameSet(t.locations.map((l) => l.name?.name ?? l.id))),
  maketest: {
    takes: [["template"], ["names"], ["names"]],
    least: 1,
    about: "the test automaton of T for these channels (all that are global) and variables (those of T)",
    run: ([t, channels, variables], around) => test(templateIn(t), listIn(channels), listIn(variables), around),
  },
  inputenable: {
    takes: [["template"], ["actions", "names"]],
    least: 1,
    about: "T, able to receive these actions always; without a set, all that it receives",
    run: ([t, actions], around) =>
      made(enableInputs(...around.checked(templateIn(t)), actions === undefined ? undefined : inputsIn(actions))),
  },
  acceptall: {
    takes: [["actions", "names"]],
    least: 1,
    about: "one location that accepts these actions at any time",
    run: ([actions], around) =>
      made(
        acceptAll(
          "All",
          actionsIn(actions).map((a) => swept(around.model(), a)),
        ),
      ),
  },
  drop: {
    takes: [["template"], ["names"]],
    least: 2,
    about: "T without these locations, their edges, and what is not reached any more",
    run: ([t, names]) => made(dropLocations(templateIn(t), listIn(names)!)),
  },
  conflate: onNames("T with locations merged: {a -> b} redirects the edges of a to b", conflate),
  renamelocs: onNames("T with locations renamed, all at once", renameLocations),
  renametrans: onActions("T with actions renamed, all at once", renameActions),
  split: onActions("T in which each action is followed by another, through a committed location", split),
  setinitial: {
    takes: [["template"], ["name"]],
    least: 2,
    about: "T with another initial location",
    run: ([t, name]) => made(setInitial(templateIn(t), name?.kind === "name" ? name.name : "")),
  },
  scale: onNumber("T drawn larger or smaller", (_, t, factor) => scale(t, factor)),
  multisecttime: onNumber("T with all times multiplied", (around, t, factor) =>
    multiplyTime(...around.checked(t), factor),
  ),
};

const signature: Readonly<Record<string, string>> = {
  drop: "T, names",
  conflate: "T, {a -> b}",
  renamelocs: "T, {a -> b}",
  renametrans: "T, {|a! -> b?|}",
  split: "T, {|a! -> b!|}",
  setinitial: "T, name",
  scale: "T, number",
  multisecttime: "T, number",
  maketest: "T [, names, names]",
  inputenable: "T [, actions]",
  acceptall: "actions",
};

/** Each function on a line. */
export function functionLines(): readonly string[] {
  const texts = Object.entries(functions).map(([name, { about }]) => [`${name}(${signature[name] ?? "T"})`, about]);
  const width = greatest(texts.map(([text]) => text!.length));
  return texts.map(([text, about]) => `${text!.padEnd(width)}  ${about}`);
}

/** The channels and variables of a model that are predefined sets. */
export function predefined(model: Model, name: string): Value | undefined {
  const named = (fits: (v: Variable) => boolean): Value => nameSet(model.variables.filter(fits).map((v) => v.name));
  if (name === "channels") return nameSet(globalChannels(model).map((v) => v.name));
  return name === "globals" ? named(isShareable) : undefined;
}

/** Channels that every template can name: not those declared behind the templates. */
function globalChannels(model: Model): readonly Variable[] {
  const names = model.tree.declarations.flatMap((d) =>
    d.kind === "variables" ? d.declarators.map((x) => x.name.name) : [],
  );
  return model.variables.filter((v) => v.role === "global" && names.includes(v.name) && testChannel(v) !== undefined);
}

function made(template: Template): Value {
  return { kind: "template", template };
}

function templateIn(value: Argument | undefined): Template {
  if (value?.kind !== "template") throw new AlgebraError("a template is missing");
  return value.template;
}

function listIn(value: Argument | undefined): readonly string[] | undefined {
  return value?.kind === "names" ? value.names : undefined;
}

/** Names stand for all actions over the channels. */
function actionsIn(value: Argument | undefined): readonly ActionName[] {
  if (value?.kind === "names") return value.names.map((channel) => ({ channel }));
  return value?.kind === "actions" ? value.actions : [];
}

/** Of a set of actions as `actions(T)` makes it the inputs count; a name stands for that of a channel. */
function inputsIn(value: Argument): readonly ActionName[] {
  return actionsIn(value).filter((a) => a.direction !== "!");
}

function ofTemplate(about: string, run: (around: Surroundings, t: Template) => Value): CommandFunction {
  return { takes: [["template"]], least: 1, about, run: ([t], around) => run(around, templateIn(t)) };
}

function onNames(about: string, run: (t: Template, names: ReadonlyMap<string, string>) => Template): CommandFunction {
  return {
    takes: [["template"], ["nameMap"]],
    least: 2,
    about,
    run: ([t, map]) => made(run(templateIn(t), new Map(map?.kind === "nameMap" ? map.pairs : []))),
  };
}

function onActions(
  about: string,
  run: (model: Model, t: CheckedTemplate, pairs: readonly (readonly [ActionName, ActionName])[]) => Template,
): CommandFunction {
  return {
    takes: [["template"], ["actionMap"]],
    least: 2,
    about,
    run: ([t, map], around) => made(run(...around.checked(templateIn(t)), map?.kind === "actionMap" ? map.pairs : [])),
  };
}

function onNumber(
  about: string,
  run: (around: Surroundings, t: Template, factor: number) => Template,
): CommandFunction {
  return {
    takes: [["template"], ["number"]],
    least: 2,
    about,
    run: ([t, n], around) => made(run(around, templateIn(t), n?.kind === "number" ? n.value : Number.NaN)),
  };
}

/** The actions on the edges, by the names of whole channels. */
function actionsOf({ checked }: Surroundings, t: Template): readonly ActionName[] {
  const [model, template] = checked(t);
  return template.edges.flatMap(({ node }): ActionName[] => {
    if (node.sync === undefined) return [];
    const { channel, direction } = node.sync.value;
    const found = channelOf(model, channel);
    if (found === undefined)
      throw new AlgebraError(`an edge of ${template.name} chooses its channel: ${printExpr(channel)}`);
    return [{ channel: found.symbol.name, ...(direction === "" ? {} : { direction }) }];
  });
}

function test(
  t: Template,
  channels: readonly string[] | undefined,
  variables: readonly string[] | undefined,
  { checked, say }: Surroundings,
): Value {
  const [model, template] = checked(t);
  const others = model.templates.filter((other) => other !== template);
  const outside = whyOutside(model, template, []);
  if (outside !== undefined) throw new AlgebraError(outside);
  const named = (names: readonly string[]): Variable[] =>
    names.map((name) => {
      const found = [...template.parameters, ...model.variables].find((v) => v.name === name);
      if (found === undefined) throw new AlgebraError(`there is no channel or variable ${name}`);
      return found;
    });
  const own = template.parameters.filter((v) => testChannel(v) !== undefined);
  const uses = others.map((other) => usesOf(model, other));
  const result = makeTest(model, template, {
    channels: channels === undefined ? [...globalChannels(model), ...own] : named(channels),
    ...(variables === undefined ? {} : { variables: named(variables) }),
    committed: uses.some((u) => u.committed),
    rushes: uses.some((u) => u.rushes),
  });
  if ("refusal" in result) throw new AlgebraError(result.refusal);
  for (const { severity, message } of result.notes) say(`${severity}: ${message}`);
  return made(result.template);
}
