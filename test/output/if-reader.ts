/**
 * A reader of `.if` and `.xtr` of its own, written from the description in docs/guide/formats.md and sharing nothing with the
 * writers. It takes nothing for granted: every index must be there, every line of its form.
 */
export interface Model {
  readonly clocks: readonly string[];
  readonly variables: readonly { readonly name: string; readonly low: number; readonly high: number }[];
  readonly initial: readonly number[];
  readonly processes: readonly IfProcess[];
  readonly names: ReadonlyMap<number, string>;
}
interface IfProcess {
  readonly name: string;
  /** The cell of the first location. */
  readonly initial: number;
  readonly locations: readonly number[];
  readonly edges: readonly IfEdge[];
}
interface IfEdge {
  readonly source: number;
  readonly target: number;
  /** Guard, synchronisation, update. */
  readonly labels: readonly string[];
}

const headings = ["layout", "instructions", "processes", "locations", "edges", "expressions"];

export function readIf(text: string): Model {
  const blocks = text.replace(/\n$/, "").split("\n\n");
  const sections = blocks.map((block) => {
    const [heading, ...lines] = block.split("\n");
    return { heading, lines: lines.filter((line) => !line.startsWith("#")).map((line) => line.split(":")) };
  });
  demand(sections.map((s) => s.heading).join() === headings.join(), `sections ${sections.map((s) => s.heading)}`);
  const [layout, , processes, locations, edges, expressions] = sections.map((s) => s.lines);
  layout!.forEach(([index], i) => void demand(Number(index) === i, `cell ${i} is called ${index}`));
  const of = (...kinds: string[]) => layout!.filter(([, kind]) => kinds.includes(kind!));
  demand(
    layout!.every(([, kind]) => /^(clock|var|meta|location)$/.test(kind!)),
    "a cell of a kind that is not described",
  );
  of("clock").forEach(([, , nr], i) => void demand(Number(nr) === i, `clock ${i} has the number ${nr}`));
  of("var", "meta").forEach((cell, i) => void demand(Number(cell[5]) === i, `variable ${i} has the number ${cell[5]}`));
  const names = new Map(of("location").map(([index, , , ...name]) => [Number(index), name.join(":")]));
  const texts = new Map(expressions!.map(([address, , , ...words]) => [Number(address), words.join(":")]));
  const textAt = (address: string): string => texts.get(Number(address)) ?? fail(`no text at ${address}`);
  const cellAt = (index: string): number =>
    names.has(Number(index)) ? Number(index) : fail(`cell ${index} is no location`);
  for (const [index, , invariant] of locations!) textAt(invariant!), cellAt(index!);
  return {
    clocks: of("clock").map(([, , , ...name]) => name.join(":")),
    variables: of("var", "meta").map(([, , low, high, , , ...name]) => ({
      name: name.join(":"),
      low: Number(low),
      high: Number(high),
    })),
    initial: of("var", "meta").map((cell) => Number(cell[4])),
    names,
    processes: processes!.map(([index, initial, ...name], p) => {
      demand(Number(index) === p, `process ${p} is called ${index}`);
      return {
        name: name.join(":"),
        initial: cellAt(initial!),
        locations: locations!.filter(([, process]) => Number(process) === p).map(([cell]) => cellAt(cell!)),
        edges: edges!
          .filter(([process]) => Number(process) === p)
          .map(([, source, target, ...labels]) => ({
            source: cellAt(source!),
            target: cellAt(target!),
            labels: labels.map(textAt),
          })),
      };
    }),
  };
}

export interface Step {
  /** For each process its location, by the cell. */
  readonly places: readonly number[];
  readonly bounds: readonly string[];
  readonly values: readonly number[];
  /** The edges into this state: the process and the edge. */
  readonly taken: readonly { readonly process: number; readonly edge: IfEdge; readonly selects: readonly number[] }[];
}

/** All states of a trace in the terms of its model. */
export function readXtr(text: string, model: Model): readonly Step[] {
  const lines = text.split("\n");
  let at = 0;
  const next = (): string => lines[at++] ?? fail("the trace ends too soon");
  const dot = (): void => void demand(next() === ".", `line ${at} is not a dot`);
  const numbers = (count: number): number[] => {
    const found = next()
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => (/^-?\d+$/.test(word) ? Number(word) : fail(`${word} is no number`)));
    demand(found.length === count, `line ${at} has ${found.length} numbers, not ${count}`);
    dot();
    return found;
  };
  const steps: Step[] = [];
  while (steps.length === 0 || lines[at] !== ".") {
    const places = numbers(model.processes.length).map(
      (l, p) => model.processes[p]!.locations[l] ?? fail(`process ${p} has no location ${l}`),
    );
    const bounds: string[] = [];
    while (lines[at] !== ".") bounds.push(boundText(numbers(3), model));
    dot();
    const values = numbers(model.variables.length);
    const taken = steps.length === 0 ? [] : edgesIn(next(), model);
    steps.push({ places, bounds, values, taken });
  }
  demand(lines.slice(at + 1).join("") === "", "something follows the trace");
  return steps;
}

function boundText([i, j, bound]: readonly number[], { clocks }: Model): string {
  demand(clocks[i!] !== undefined && clocks[j!] !== undefined && i !== j, `there are no clocks ${i} and ${j}`);
  return `${clocks[i!]}-${clocks[j!]}${bound! & 1 ? "<" : "<="}${bound! >> 1}`;
}

function edgesIn(line: string, model: Model): Step["taken"] {
  const parts = line.split(" ; ");
  demand(parts.pop() === ".", `the transition '${line}' does not end with a dot`);
  return parts.map((part) => {
    const [process, edge, ...selects] = part.split(" ").map(Number);
    return {
      process: process!,
      edge: model.processes[process!]?.edges[edge!] ?? fail(`there is no edge ${part}`),
      selects,
    };
  });
}

function demand(holds: boolean, what: string): void {
  if (!holds) fail(what);
}

function fail(what: string): never {
  throw new Error(what);
}

/** A trace in the words of UPPAAL's tracer: one line a state, one line a transition, with an empty line between them. */
export function tracerText(model: Model, steps: readonly Step[]): string {
  const nameOf = (process: number, cell: number): string =>
    `${model.processes[process]!.name}.${model.names.get(cell) ?? ""}`;
  const blocks = steps.flatMap(({ places, values, bounds, taken }) => {
    const state = [
      ...places.map((cell, p) => nameOf(p, cell)),
      ...values.map((value, v) => `${model.variables[v]!.name}=${value}`),
      ...allBounds(bounds, model),
    ];
    const edges = taken.map(({ process, edge, selects }) => {
      const chosen = selects.length === 0 ? "" : ` [${selects.join(",")}]`;
      const ends = [edge.source, edge.target].map((cell) => nameOf(process, cell)).join(" -> ");
      return `${ends}${chosen} {${edge.labels.join("; ")};} `;
    });
    const line = `State: ${state.map((word) => `${word} `).join("")}\n`;
    return edges.length === 0 ? [line] : [`Transition: ${edges.join("")}\n`, line];
  });
  return blocks.join("\n");
}

/** It begins with clocks that are not below zero, and lists what it has row by row. */
function allBounds(bounds: readonly string[], { clocks }: Model): string[] {
  const pairs = clocks.flatMap((left) => clocks.filter((right) => right !== left).map((right) => `${left}-${right}`));
  return pairs.flatMap((pair) => {
    const written = bounds.find((bound) => bound.startsWith(`${pair}<`));
    return written ?? (pair.startsWith(`${clocks[0]}-`) ? `${pair}<=0` : []);
  });
}
