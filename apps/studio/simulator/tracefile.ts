import { batch } from "@preact/signals";
import { type Network, parseXtr, rationals, type TraceTransition } from "../../../src/index.ts";
import { network, settle } from "../core/document.ts";
import { tell } from "../core/view.ts";
import { goTo, mode, options, position, restart, steps, take, wait } from "./run.ts";

/**
 * Runs from files: our own JSON (`zonal verify --trace-file run.json`, or saved here) and UPPAAL's `.xtr`. Each step is looked for
 * among those that are possible; where there is none the run ends, and that is told.
 */
type Fits = (transition: TraceTransition) => boolean;
type Wanted = { readonly delay: string } | { readonly fits: Fits };

export async function chooseTrace(): Promise<void> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,.xtr";
  input.onchange = async () => {
    const file = input.files?.[0];
    if (file !== undefined) openTrace(file.name, await file.text());
  };
  input.click();
}

export function openTrace(name: string, content: string): void {
  settle();
  const made = network.value;
  if (made === undefined) return;
  try {
    const wanted = name.endsWith(".xtr") ? fromXtr(content, made) : fromJson(content, made);
    batch(() => {
      if (wanted.some((w) => "delay" in w)) mode.value = "concrete";
      else mode.value = "symbolic";
      restart();
      follow(wanted, name);
      goTo(0);
    });
  } catch (error) {
    tell(`${name} is no trace that can be read: ${(error as Error).message}`, "error");
  }
}

function follow(wanted: readonly Wanted[], name: string): void {
  for (const step of wanted) {
    const before = position.value;
    if ("delay" in step) {
      const [n, d] = step.delay.split("/");
      wait(rationals.rational(BigInt(n), BigInt(d ?? "1")));
    } else {
      const index = options.value.findIndex((o) => step.fits(o.transition));
      if (index >= 0) take(index);
    }
    if (position.value === before) {
      tell(`${name} goes no further than step ${steps.value.length}: this model cannot do what comes next`, "error");
      return;
    }
  }
}

interface JsonTrace {
  readonly states?: readonly { readonly delay?: string }[];
  readonly transitions?: readonly {
    readonly edges: readonly {
      readonly process: string;
      readonly edge: number;
      readonly select?: Readonly<Record<string, number>>;
    }[];
  }[];
}

function fromJson(content: string, made: Network): Wanted[] {
  const parsed = JSON.parse(content) as JsonTrace & { readonly trace?: JsonTrace };
  const { states = [], transitions } = parsed.trace ?? parsed;
  if (!Array.isArray(transitions)) throw new Error("it has no transitions");
  const concrete = mode.value === "concrete" && states.some((s) => s.delay !== undefined);
  const processes = new Map(made.processes.map((p) => [p.name, p.index]));
  return transitions.flatMap(({ edges }, i): Wanted[] => {
    const fits: Fits = ({ parts }) =>
      parts.length === edges.length &&
      parts.every((part, k) => {
        const { process, edge, select = {} } = edges[k];
        return (
          part.process === processes.get(process) &&
          part.edge === edge &&
          part.selects.every((s) => select[s.name] === s.value)
        );
      });
    const delay = concrete ? states[i]?.delay : undefined;
    return [...(delay === undefined || delay === "0" ? [] : [{ delay }]), { fits }];
  });
}

function fromXtr(content: string, made: Network): Wanted[] {
  const orders = made.processes.map(({ edges }) =>
    [
      ...new Set(
        edges.flatMap(({ origin, branch }) => (branch === undefined ? [origin.start] : [origin.start, branch.start])),
      ),
    ].sort((a, b) => a - b),
  );
  const parsed = parseXtr(content);
  if (parsed === undefined) throw new Error("it is not in UPPAAL's format");
  return parsed.transitions.map(
    (wanted): Wanted => ({
      fits: ({ parts }) =>
        parts.length === wanted.length &&
        parts.every((part, k) => {
          const { process, edge, selects } = wanted[k];
          return (
            part.process === process &&
            orders[process]?.indexOf(part.origin.start) === edge &&
            part.selects.every((s, i) => s.value === selects[i])
          );
        }),
    }),
  );
}
