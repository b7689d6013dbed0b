/**
 * Telling the processes of one template apart in a synthesised model: by the values of its own parameters where the template
 * itself stands on the system line, otherwise by a number that every instantiation passes as a new last parameter, also
 * through instances of instances. Those that are not on the system line pass one too, since they must still fit.
 */
import { greatest, smallest } from "../base/index.ts";
import { type CheckedTemplate, type Instance, type Model, templateOf } from "../model/index.ts";
import { type Network, processAt } from "../network/index.ts";
import { build, type Declaration, Fragment, parseParameters, type Template } from "../syntax/index.ts";
import { Refusal } from "./refusal.ts";

interface Identity {
  /** The new parameter, if there is one. */
  readonly parameter?: string;
  readonly guard: (process: number) => string;
}

interface Identities {
  /** By the name of the template; only for those with several processes. */
  readonly of: ReadonlyMap<string, Identity>;
  /** Adds the new arguments. */
  readonly rewrite: (declarations: readonly Declaration[]) => readonly Declaration[];
}

export function tellApart(model: Model, network: Network, prefix: string): Identities {
  const of = new Map<string, Identity>();
  const numbers = new Map<Declaration, string>();
  /** Instances that others are made of: they get the number as a parameter, and pass it on. */
  const through = new Map<Declaration, string>();
  for (const template of model.templates) {
    const members = network.processes.filter((p) => p.template === template.name);
    if (members.length < 2) continue;
    const users = model.system.map((s) => s.instance).filter((instance) => templateOf(instance) === template);
    const [user, ...others] = users;
    if (user !== undefined && others.length === 0 && user.node === undefined)
      of.set(template.name, byParameters(user, network, template));
    else {
      const parameter = `${prefix}_id`;
      of.set(template.name, byNumber(users, network, template, parameter, numbers));
      const all = model.instances.filter((instance) => templateOf(instance) === template);
      const bases = new Set(all.flatMap((instance) => (instance.of.kind === "instance" ? [instance.of] : [])));
      for (const instance of all) {
        if (instance.node === undefined) continue;
        if (bases.has(instance)) {
          if (users.includes(instance))
            throw new Refusal(
              `the processes of '${template.name}' cannot be told apart: '${instance.name}' is a process, and others are made of it`,
            );
          through.set(instance.node, parameter);
        } else if (!numbers.has(instance.node)) numbers.set(instance.node, "-1");
      }
    }
  }
  const rewrite = (list: readonly Declaration[]): readonly Declaration[] =>
    list.map((d) => {
      if (d.kind !== "instantiation") return d;
      const name = through.get(d);
      if (name !== undefined)
        return {
          ...d,
          parameters: [...d.parameters, ...parametersOf(`const int ${name}`)],
          args: [...d.args, build.expr(name)],
        };
      const number = numbers.get(d);
      return number === undefined ? d : { ...d, args: [...d.args, build.expr(number)] };
    });
  return { of, rewrite };
}

function byParameters(instance: Instance, network: Network, template: CheckedTemplate): Identity {
  if (instance.parameters.some((p) => p.type.kind === "scalar"))
    throw new Refusal(`processes of '${template.name}' differ in scalars, which cannot be written down`);
  const guard = (process: number) =>
    instance.parameters
      .map((p, k) =>
        p.type.kind === "bool"
          ? `${p.name} == ${processAt(network, process).args[k] !== 0}`
          : `${p.name} == ${processAt(network, process).args[k]}`,
      )
      .join(" && ");
  return { guard };
}

/** Each instantiation passes a number of its own, computed from its free parameters. */
function byNumber(
  users: readonly Instance[],
  network: Network,
  template: CheckedTemplate,
  parameter: string,
  numbers: Map<Declaration, string>,
): Identity {
  const numberOf = new Map<number, number>();
  let base = 0;
  for (const instance of users) {
    if (instance.node === undefined)
      throw new Refusal(
        `the processes of '${template.name}' cannot be told apart: it is used directly and through instances`,
      );
    if (instance.parameters.some((p) => p.type.kind === "scalar"))
      throw new Refusal(`processes of '${template.name}' differ in scalars, which cannot be written down`);
    const own = network.processes.filter((p) => p.name === instance.name || p.name.startsWith(`${instance.name}(`));
    const low = instance.parameters.map((_, k) => smallest(own.map((p) => p.args[k]!)));
    const high = instance.parameters.map((_, k) => greatest(own.map((p) => p.args[k]!)));
    const stride = instance.parameters.map((_, k) =>
      high.slice(k + 1).reduce((s, h, j) => s * (h - low[k + 1 + j]! + 1), 1),
    );
    const first = base;
    for (const p of own) {
      const number = p.args.reduce((sum, arg, k) => sum + (arg - low[k]!) * stride[k]!, first);
      numberOf.set(p.index, number);
      base = Math.max(base, number + 1);
    }
    numbers.set(
      instance.node,
      [`${first}`, ...instance.parameters.map((p, k) => `(${p.name} - (${low[k]})) * ${stride[k]}`)].join(" + "),
    );
  }
  return { parameter, guard: (process) => `${parameter} == ${numberOf.get(process) ?? -1}` };
}

export function parametersOf(text: string): Template["parameters"] {
  return parseParameters(Fragment.decoded(text, { starts: [], begins: [], ends: [], origin: 0 })).value;
}
