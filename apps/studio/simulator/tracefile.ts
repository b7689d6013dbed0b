import {
  attributeOf,
  type Document,
  type Element,
  looksLikeXml,
  type Network,
  parseXtr,
  type Rational,
  rationals,
  scanXml,
  type TraceTransition,
  xtrParts,
} from "../../../src/index.ts";
import type { Mode } from "./step.ts";

/**
 * Runs from files: our own JSON (`zonal verify --trace-file run.json`, or saved here), UPPAAL's `.xtr` and its XML trace, and the
 * short form that links carry. What the file is, its text tells. Each step is looked for among those that are possible (by
 * `machine.ts`); where a format does not tell which of several it was, the state that it leads to does.
 */
export type Wanted =
  | { readonly delay: Rational }
  | {
      readonly fits: (transition: TraceTransition) => boolean;
      readonly leads?: (locations: readonly number[], variables: readonly number[]) => boolean;
    };

interface Steps {
  readonly mode: Mode;
  readonly steps: readonly Wanted[];
}

/** Throws, with a message for people, if it is no trace. */
export function stepsOf(name: string, content: string, network: Network, mode: Mode): Steps {
  try {
    const text = content.trimStart();
    if (looksLikeXml(text)) return { mode: "symbolic", steps: fromXml(text, network) };
    return text.startsWith("{") ? fromJson(text, network, mode) : { mode: "symbolic", steps: fromXtr(text, network) };
  } catch (error) {
    throw new Error(`${name} is no trace that can be read: ${(error as Error).message}`);
  }
}

interface JsonTrace {
  readonly states?: readonly { readonly delay?: string }[];
  readonly rounds?: readonly { readonly from: number; readonly to: number; readonly times: number }[];
  readonly transitions?: readonly {
    readonly edges: readonly {
      readonly process: string;
      readonly edge: number;
      readonly select?: Readonly<Record<string, number>>;
    }[];
  }[];
}
interface Link {
  readonly mode?: string;
  readonly steps?: readonly { readonly d?: string; readonly t?: readonly (readonly number[])[] }[];
}

function fromJson(content: string, network: Network, mode: Mode): Steps {
  const parsed = JSON.parse(content) as JsonTrace & Link & { readonly trace?: JsonTrace };
  if (Array.isArray(parsed.steps)) return fromLink(parsed);
  const { states = [], rounds = [], transitions } = parsed.trace ?? parsed;
  if (!Array.isArray(transitions)) throw new Error("it has no transitions");
  const concrete = mode === "concrete" && states.some((s) => s.delay !== undefined);
  const processes = new Map(network.processes.map((p) => [p.name, p.index]));
  const delayIn = (i: number): Wanted[] => {
    const delay = concrete ? states[i]?.delay : undefined;
    return delay === undefined || delay === "0" ? [] : [{ delay: number(delay) }];
  };
  const all = transitions as NonNullable<JsonTrace["transitions"]>;
  const steps = written(all.length, rounds).flatMap((i): Wanted[] => {
    const { edges } = all[i]!;
    return [
      ...delayIn(i),
      {
        fits: ({ parts }) =>
          parts.length === edges.length &&
          parts.every((part, k) => {
            const { process, edge, select = {} } = edges[k]!;
            return (
              part.process === processes.get(process) &&
              part.edge === edge &&
              part.selects.every((s) => select[s.name] === s.value)
            );
          }),
      },
    ];
  });
  return { mode: concrete ? "concrete" : "symbolic", steps: [...steps, ...delayIn(transitions.length)] };
}

/** Of a trace whose rounds are longer the simulator shows nothing. */
const LONGEST = 20_000;

/** The numbers of the transitions in the order in which they are taken: rounds that are told once are written out. */
function written(count: number, rounds: NonNullable<JsonTrace["rounds"]>): readonly number[] {
  const length = rounds.reduce((n, r) => n + (r.to - r.from) * (r.times - 1), count);
  if (length > LONGEST)
    throw new Error(
      `it has ${length} transitions where its rounds are written out, and the simulator takes ${LONGEST}`,
    );
  const order: number[] = [];
  for (let i = 0; i < count; i++) {
    order.push(i);
    const told = rounds.find((r) => r.to === i + 1);
    if (told === undefined) continue;
    for (let k = 1; k < told.times; k++) for (let at = told.from; at < told.to; at++) order.push(at);
  }
  return order;
}

function number(text: string): Rational {
  const [n, d] = text.split("/");
  return rationals.rational(BigInt(n!), BigInt(d ?? "1"));
}

function fromLink({ mode, steps = [] }: Link): Steps {
  return {
    mode: mode === "concrete" ? "concrete" : "symbolic",
    steps: steps.map((step): Wanted => {
      if (step.d !== undefined) return { delay: number(step.d) };
      const wanted = JSON.stringify(step.t);
      return {
        fits: ({ parts }) =>
          JSON.stringify(parts.map((p) => [p.process, p.edge, ...p.selects.map((s) => s.value)])) === wanted,
      };
    }),
  };
}

function fromXtr(content: string, network: Network): Wanted[] {
  const partsOf = xtrParts(network);
  const parsed = parseXtr(content);
  if (parsed === undefined) throw new Error("it is neither JSON nor in one of UPPAAL's formats");
  return parsed.transitions.map((wanted, i): Wanted => {
    const target = parsed.states[i + 1];
    return {
      fits: ({ parts }) => {
        const named = parts.flatMap(partsOf);
        return (
          named.length === wanted.length &&
          named.every(({ process, edge, selects }, k) => {
            const of = wanted[k]!;
            return of.process === process && of.edge === edge && selects.every((value, j) => value === of.selects[j]);
          })
        );
      },
      // What is named alike is told apart by where it leads.
      leads: (locations) => target === undefined || target.locations.every((l, p) => l === locations[p]),
    };
  });
}

/** UPPAAL's XML trace: nodes by id, and transitions between them that name edges by their number in the process. */
function fromXml(content: string, network: Network): Wanted[] {
  const { document, diagnostics } = scanXml(content);
  const { root } = document;
  if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
  if (root?.name !== "trace") throw new Error(`it is XML, but its first element is <${root?.name}> and not <trace>`);
  const byId = (name: string): Map<string, Element> =>
    new Map(root.children.filter((c) => c.name === name).map((c) => [attribute(document, c, "id"), c]));
  const [nodes, places, data] = [byId("node"), byId("location_vector"), byId("variable_vector")];
  const slots = network.slots.slice(network.processes.length).map((s) => s.name);
  const leadsTo = (id: string) => {
    const node = nodes.get(id);
    if (node === undefined) return undefined;
    const place = places.get(attribute(document, node, "location_vector"));
    const values = data.get(attribute(document, node, "variable_vector"));
    const locations = place === undefined ? [] : locationsIn(attribute(document, place, "locations"), network);
    const variables = new Map(
      (values?.children ?? []).map((v) => [
        attribute(document, v, "variable").replace(/^sys\./, ""),
        Number(attribute(document, v, "value")),
      ]),
    );
    return (at: readonly number[], now: readonly number[]): boolean =>
      locations.every((l, p) => l === at[p]) &&
      slots.every((name, i) => !variables.has(name) || variables.get(name) === now[i]);
  };
  let at = attribute(document, root, "initial_node");
  const outgoing = new Map(
    root.children.filter((c) => c.name === "transition").map((t) => [attribute(document, t, "from"), t]),
  );
  const steps: Wanted[] = [];
  const seen = new Set<string>();
  for (let t = outgoing.get(at); t !== undefined && !seen.has(at); t = outgoing.get(at)) {
    seen.add(at);
    at = attribute(document, t, "to");
    const edges = edgesIn(attribute(document, t, "edges"), network);
    const leads = leadsTo(at);
    steps.push({
      fits: ({ parts }) =>
        parts.length === edges.length &&
        parts.every((p) => edges.some((e) => e.process === p.process && e.edge === p.edge)),
      ...(leads === undefined ? {} : { leads }),
    });
  }
  return steps;
}

function attribute(document: Document, element: Element, name: string): string {
  return attributeOf(document, element, name)?.value ?? "";
}

/** `Train(0).Safe Gate.Free `: in the order of the processes. */
function locationsIn(text: string, network: Network): number[] {
  let rest = text.trim();
  return network.processes.map((p) => {
    if (!rest.startsWith(`${p.name}.`)) throw new Error(`it names no location of ${p.name}`);
    const name = /^\S*/.exec(rest.slice(p.name.length + 1))?.[0] ?? "";
    rest = rest.slice(p.name.length + 1 + name.length).trim();
    return p.locations.findIndex((l) => l.name === name);
  });
}

function edgesIn(text: string, network: Network): { readonly process: number; readonly edge: number }[] {
  const found: { process: number; edge: number }[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const owner = network.processes.find((p) => rest.startsWith(`${p.name}.Edge`));
    const count = owner === undefined ? null : /^\d+/.exec(rest.slice(owner.name.length + 5));
    const edge = count === null ? undefined : owner?.edges[Number(count[0]) - 1];
    if (owner === undefined || count === null || edge === undefined)
      throw new Error(`it names an edge that the model has not: ${rest.split(/\s/)[0]}`);
    found.push({ process: owner.index, edge: edge.id });
    rest = rest.slice(owner.name.length + 5 + count[0].length).trim();
  }
  return found;
}
