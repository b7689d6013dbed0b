/**
 * The places that the labels of a template can name: its own variables and parameters, and the global ones; each taken
 * apart into leaves (fields and elements). A leaf knows, for each process of the template, its element in the analysis of
 * live variables and its initial value.
 */
import type { Liveness } from "../analysis/index.ts";
import type { CheckedTemplate, Variable } from "../model/index.ts";
import { clockAt, type Instantiated, slotAt } from "../network/index.ts";

export interface Place {
  readonly variable: Variable;
  readonly name: string;
  /** Where it is declared; undefined for global variables. */
  readonly template: CheckedTemplate | undefined;
  readonly shape: Shape;
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  /** What follows the variable's name: `[2].x`. */
  readonly path: string;
  readonly kind: "int" | "bool" | "scalar" | "clock";
  /** For a process that sees the place. */
  readonly element: (process: number) => number;
  readonly initial: (process: number) => number;
}

type Bound = NonNullable<ReturnType<Instantiated["builder"]["globals"]["find"]>>;
type Found = Extract<Bound, { readonly shape: unknown }>;
export type Shape = Found["shape"];

/** The processes of each template. */
export function processesOf(made: Instantiated): ReadonlyMap<CheckedTemplate, readonly number[]> {
  const found = new Map<CheckedTemplate, number[]>();
  for (const names of made.builder.processes.values()) {
    for (const { template, index } of names) found.set(template, [...(found.get(template) ?? []), index]);
  }
  return found;
}

/** What the template itself declares and can change. */
export function ownPlaces(
  template: CheckedTemplate,
  processes: readonly number[],
  made: Instantiated,
  live: Liveness,
): readonly Place[] {
  const scopes = new Map<number, { readonly bindings: ReadonlyMap<Variable, Bound> }>();
  for (const names of made.builder.processes.values()) for (const n of names) scopes.set(n.index, n.scope);
  const variables = [...template.parameters, ...template.variables];
  return variables.flatMap((variable): readonly Place[] => {
    if (variable.constant || variable.meta) return [];
    const places = new Map<number, Found>();
    for (const p of processes) {
      const place = scopes.get(p)?.bindings.get(variable);
      if (place !== undefined && "shape" in place && !place.constant && place.steps.length === 0) places.set(p, place);
    }
    const [first] = places.values();
    // Arrays whose size depends on the process have no leaves in common.
    if (first === undefined || places.size !== processes.length) return [];
    const [leaves, ...others] = [...places.values()].map((p) => leavesOf(p.shape));
    const paths = (list: typeof leaves) => list?.map((l) => l.path).join();
    if (leaves === undefined || others.some((list) => paths(list) !== paths(leaves))) return [];
    return [
      {
        variable,
        name: variable.name,
        template,
        shape: first.shape,
        leaves: make(leaves, (p) => places.get(p)!, live),
      },
    ];
  });
}

export function globalPlaces(made: Instantiated, live: Liveness): readonly Place[] {
  return made.model.variables.flatMap((variable): readonly Place[] => {
    if (variable.constant || variable.meta) return [];
    const place = made.builder.globals.bindings.get(variable);
    if (place === undefined || !("shape" in place) || place.constant) return [];
    return [
      {
        variable,
        name: variable.name,
        template: undefined,
        shape: place.shape,
        leaves: make(leavesOf(place.shape), () => place, live),
      },
    ];
  });
}

interface Step {
  readonly path: string;
  readonly kind: Leaf["kind"];
  readonly cells: number;
  readonly clocks: number;
}

function make(steps: readonly Step[], placeOf: (process: number) => Found, live: Liveness): readonly Leaf[] {
  const { network, elements } = live;
  return steps.map(({ path, kind, cells, clocks }) => {
    const at = (p: number): number =>
      kind === "clock" ? placeOf(p).base.clocks + clocks : placeOf(p).base.cells + cells;
    return {
      path,
      kind,
      element: (p) => (kind === "clock" ? elements.ofClock(at(p)) : elements.ofCell(at(p))),
      initial: (p) => (kind === "clock" ? clockAt(network, at(p)).initial : slotAt(network, at(p)).initial),
    };
  });
}

/** Channels and what has no meaning here are left out. */
function leavesOf(shape: Shape): readonly Step[] {
  const found: Step[] = [];
  const walk = (s: Shape, path: string, cells: number, clocks: number): void => {
    switch (s.kind) {
      case "array":
        for (let i = 0; i < s.size; i++)
          walk(
            s.element,
            `${path}[${s.low + i}]`,
            cells + i * s.element.room.cells,
            clocks + i * s.element.room.clocks,
          );
        return;
      case "struct":
        for (const f of s.fields)
          if (!f.meta) walk(f.shape, `${path}.${f.name}`, cells + f.offset.cells, clocks + f.offset.clocks);
        return;
      case "int":
      case "bool":
      case "scalar":
      case "clock":
        found.push({ path, kind: s.kind, cells, clocks });
        return;
      default:
    }
  };
  walk(shape, "", 0, 0);
  return found;
}
