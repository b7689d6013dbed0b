/** What the system line stands for: each instance, once for each combination of its free parameters. */
import { type CheckedTemplate, type Instance, type Model, templateOf } from "../model/index.ts";
import type { Context } from "./context.ts";
import type { Orbit } from "./network.ts";
import type { Shape } from "./shape.ts";

export interface Member {
  readonly instance: Instance;
  readonly template: CheckedTemplate;
  readonly args: readonly number[];
  readonly name: string;
  readonly priority: number;
  /** Its name with scalar arguments left open, and a dot; which elements they are. */
  readonly orbit: Orbit;
}

const MAX_PROCESSES = 100_000;

/** Members of a process set come by increasing argument, later parameters fastest. */
export function membersOf(model: Model, context: Context): Member[] {
  const members: Member[] = [];
  for (const { instance, priority } of model.system) {
    const template = templateOf(instance);
    const ranges = instance.parameters.map((parameter) => context.at(parameter.span).shape(parameter.type));
    let combinations: number[][] = [[]];
    for (const range of ranges) {
      if (range.kind !== "int" && range.kind !== "scalar" && range.kind !== "bool") continue;
      if (combinations.length * (range.high - range.low + 1) > MAX_PROCESSES) {
        context.refuse(
          "too-many-processes",
          `'${instance.name}' stands for more than ${MAX_PROCESSES} processes`,
          instance.span,
        );
        return members;
      }
      const values = Array.from({ length: range.high - range.low + 1 }, (_, k) => range.low + k);
      combinations = combinations.flatMap((so) => values.map((value) => [...so, value]));
    }
    for (const args of combinations) {
      const name = args.length > 0 ? `${instance.name}(${args.join(",")})` : instance.name;
      members.push({ instance, template, args, name, priority, orbit: orbitOf(instance.name, args, ranges) });
    }
  }
  return members;
}

function orbitOf(name: string, args: readonly number[], ranges: readonly Shape[]): Orbit {
  const elements = args.flatMap((element, k) => {
    const range = ranges[k];
    return range?.kind === "scalar" ? [{ set: range.set, element }] : [];
  });
  return { key: `${name}(${args.map((arg, k) => (ranges[k]?.kind === "scalar" ? "*" : arg)).join(",")}).`, elements };
}

/** The language has `process P() { }`, but a process is always in one of its locations. */
export function refuseEmpty(members: readonly Member[], context: Context): void {
  for (const { name, span } of new Set(members.filter((m) => m.template.initial < 0).map((m) => m.template)))
    context.refuse("no-location", `'${name}' has no initial location, so its processes have no state`, span);
}
