import {
  ConcreteSimulator,
  type EdgeTexts,
  Fault,
  type Network,
  type Obstacle,
  type Rational,
  rationals,
  type SimulatorOption,
  SymbolicSimulator,
  showRational,
  type TraceNames,
  transitionLines,
} from "../../../src/index.ts";

/**
 * A simulation as a conversation: each command changes the state or asks about it, and yields text. Commands are the same
 * typed at the prompt and read from a script. Symbolic states stand for all values the clocks can have; concrete ones have
 * exact values, and time passes by `delay`.
 */
interface Reply {
  readonly text: string;
  /** The command could not be carried out. */
  readonly failed?: true;
  readonly quit?: true;
  /** What stands in the way of an edge, to be underlined. */
  readonly obstacles?: readonly Obstacle[];
}

export const commands = `  NUMBER          take that transition
  delay D         let D time units pass (concrete only): 3, 1.5 or 7/3
  random [N]      take N random steps
  back [N]        go back N steps
  why P [A -> B]  why edges of the process P cannot be taken now
  show            the state and the transitions
  trace           what happened so far
  help, quit
`;

export class Session {
  private readonly simulator: SymbolicSimulator | ConcreteSimulator;
  private readonly names: TraceNames;
  private readonly texts: EdgeTexts;
  private readonly random: () => number;

  constructor(
    network: Network,
    texts: EdgeTexts,
    options: { readonly concrete: boolean; readonly random: () => number },
  ) {
    this.simulator = options.concrete ? new ConcreteSimulator(network) : new SymbolicSimulator(network);
    this.names = {
      processes: network.processes.map(({ name, template, locations }) => ({
        name,
        template,
        locations: locations.map((l) => l.name),
      })),
    };
    this.texts = texts;
    this.random = options.random;
  }

  get isEmpty(): boolean {
    return this.simulator.isEmpty;
  }

  /** The state and what can happen next. */
  show(): string {
    const { simulator } = this;
    const { network } = simulator;
    const places = network.processes.map(
      ({ name, locations }, p) => `${name}.${locations[simulator.locations[p]!]!.name}`,
    );
    const variables = network.slots
      .slice(network.processes.length)
      .map(({ name }, v) => `${name} = ${simulator.variables[v]}`);
    const lines = [
      places.join(" "),
      ...(variables.length === 0 ? [] : [`  ${variables.join(", ")}`]),
      ...this.clockLines().map((line) => `  ${line}`),
    ];
    const options = simulator.options();
    lines.push("");
    for (const option of options) for (const line of this.optionLines(option)) lines.push(line);
    if (options.length === 0)
      lines.push(
        simulator instanceof ConcreteSimulator && simulator.delays() !== null
          ? "  no transition now; time may pass"
          : "  nothing can happen: a deadlock",
      );
    return `${lines.join("\n")}\n`;
  }

  /** The state as data, for `--json`. */
  json(): object {
    const { simulator } = this;
    const { network } = simulator;
    const state = {
      locations: network.processes.map(({ locations }, p) => locations[simulator.locations[p]!]!.name),
      variables: Object.fromEntries(
        network.slots.slice(network.processes.length).map(({ name }, v) => [name, simulator.variables[v]]),
      ),
    };
    const options = simulator.options().map(({ transition }) => transitionLines(this.names, transition, this.texts));
    if (simulator instanceof SymbolicSimulator)
      return {
        state: { ...state, zone: simulator.constraints },
        events: simulator.transitions.map((t) => ({ edges: transitionLines(this.names, t, this.texts) })),
        options,
      };
    const clocks = Object.fromEntries(
      network.clocks.slice(1).map(({ name }, c) => [name, showRational(simulator.values[c]!)]),
    );
    const events = simulator.events.map((e) =>
      "delay" in e
        ? { delay: showRational(e.delay) }
        : { edges: transitionLines(this.names, e.transition, this.texts) },
    );
    return { state: { ...state, clocks }, events, options };
  }

  run(line: string): Reply {
    const [word = "show", ...rest] = line
      .replace(/#.*$/, "")
      .trim()
      .split(/\s+/)
      .filter((part) => part !== "");
    try {
      return this.command(word.toLowerCase(), rest);
    } catch (error) {
      if (error instanceof Fault) return failed(`the model fails here: ${error.message}`);
      throw error;
    }
  }

  private command(word: string, rest: readonly string[]): Reply {
    if (/^\d+$/.test(word))
      return this.simulator.take(Number(word) - 1)
        ? { text: this.show() }
        : failed(`there is no transition ${word} now`);
    switch (word) {
      case "show":
        return { text: this.show() };
      case "delay":
      case "wait":
        return this.delay(rest[0]);
      case "random":
        return this.many(rest[0], () => this.simulator.random(this.random), "nothing more can happen");
      case "back":
        return this.many(rest[0], () => this.simulator.back(), "this is the first state");
      case "why":
        return this.why(rest.join(" "));
      case "trace":
        return { text: this.trace() };
      case "help":
      case "?":
        return { text: commands };
      case "quit":
      case "exit":
      case "q":
        return { text: "", quit: true };
      default:
        return failed(`there is no command '${word}'; help lists them`);
    }
  }

  private delay(text: string | undefined): Reply {
    const { simulator } = this;
    if (!(simulator instanceof ConcreteSimulator))
      return failed("delays are chosen in a concrete simulation only: start with --concrete");
    const time = text === undefined ? undefined : parseTime(text);
    if (time === undefined) return failed("say how long: delay 3, delay 1.5 or delay 7/3");
    if (simulator.delay(time)) return { text: this.show() };
    const possible = simulator.delays();
    if (possible === null || possible.high === null) return failed("time cannot pass here");
    return failed(`time can pass for ${possible.highStrict ? "less than" : "at most"} ${showRational(possible.high)}`);
  }

  private many(count: string | undefined, step: () => boolean, otherwise: string): Reply {
    const n = count === undefined ? 1 : Number(count);
    if (!Number.isInteger(n) || n < 1) return failed("how often? a number from 1 on");
    for (let i = 0; i < n; i++)
      if (!step()) return i === 0 ? failed(otherwise) : { text: `${this.show()}(${otherwise} after ${i})\n` };
    return { text: this.show() };
  }

  /** `why P`, `why P A -> B`: the first obstacle of each such edge that leaves the present location, or of those named. */
  private why(asked: string): Reply {
    const { network } = this.simulator;
    const process = network.processes.find(
      ({ name }) => asked === name || asked.startsWith(`${name} `) || asked.startsWith(`${name}.`),
    );
    if (process === undefined)
      return failed(
        `name a process: ${network.processes
          .slice(0, 8)
          .map((p) => p.name)
          .join(", ")}`,
      );
    const ends = asked.slice(process.name.length).replace(/^\./, "").trim();
    const [source, target] = ends === "" ? [] : ends.split("->").map((end) => end.trim());
    const here = this.simulator.locations[process.index];
    const nameOf = (l: number): string => process.locations[l]!.name;
    const edges = process.edges.filter(
      (edge) =>
        (source === undefined ? edge.source === here : nameOf(edge.source) === source) &&
        (target === undefined || nameOf(edge.target) === target),
    );
    if (edges.length === 0) return failed(`${process.name} has no such edge`);
    const found = edges.map((edge) => ({ edge, obstacles: this.simulator.explain(edge.id) }));
    const text = found
      .map(
        ({ edge, obstacles }) =>
          `${process.name}: ${nameOf(edge.source)} -> ${nameOf(edge.target)}: ${obstacles.length === 0 ? "can be taken" : obstacles.map((o) => o.message).join("; ")}\n`,
      )
      .join("");
    return { text, obstacles: found.flatMap(({ obstacles }) => obstacles) };
  }

  private trace(): string {
    const { simulator } = this;
    const events =
      simulator instanceof SymbolicSimulator
        ? simulator.transitions.map((transition) => ({ transition }))
        : simulator.events;
    if (events.length === 0) return "nothing happened yet\n";
    return events
      .flatMap((e) =>
        "delay" in e ? [`delay ${showRational(e.delay)}`] : transitionLines(this.names, e.transition, this.texts),
      )
      .map((line) => `${line}\n`)
      .join("");
  }

  private clockLines(): string[] {
    const { simulator } = this;
    if (simulator.network.clocks.length < 2) return [];
    if (simulator instanceof SymbolicSimulator) return simulator.constraints === "true" ? [] : [simulator.constraints];
    const delays = simulator.delays();
    const limit =
      delays === null
        ? "time cannot pass"
        : delays.high === null
          ? "time may pass"
          : `time may pass for ${delays.highStrict ? "less than" : "at most"} ${showRational(delays.high)}`;
    return [
      simulator.network.clocks
        .slice(1)
        .map(({ name }, c) => `${name} = ${showRational(simulator.values[c]!)}`)
        .join(", "),
      limit,
    ];
  }

  private optionLines({ index, transition, where }: SimulatorOption): string[] {
    const lines = transitionLines(this.names, transition, this.texts);
    const condition = where === undefined || where === "true" || where === "" ? "" : `  when ${where}`;
    return lines.map(
      (line, i) => `${i === 0 ? `${String(index + 1).padStart(3)}  ` : "     "}${line}${i === 0 ? condition : ""}`,
    );
  }
}

function failed(text: string): Reply {
  return { text: `${text}\n`, failed: true };
}

/** `3`, `1.5`, `7/3`; undefined if it is none, or negative. */
function parseTime(text: string): Rational | undefined {
  const fraction = /^(\d+)\/(\d+)$/.exec(text);
  if (fraction !== null)
    return BigInt(fraction[2]!) === 0n ? undefined : rationals.rational(BigInt(fraction[1]!), BigInt(fraction[2]!));
  const decimal = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (decimal === null) return undefined;
  const digits = decimal[2] ?? "";
  return rationals.rational(BigInt(decimal[1] + digits), 10n ** BigInt(digits.length));
}
