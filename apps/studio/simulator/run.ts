import { batch, computed, effect, signal } from "@preact/signals";
import type { Interval, Network, Rational, SimulatorOption, Trace, TraceTransition } from "../../../src/index.ts";
import { checked, meaning, network, opening, settle } from "../core/document.ts";
import { type Notice, notice, tell } from "../core/view.ts";
import type { OpenedRun } from "../worker/protocol.ts";
import { isWorking, send, stopWorking, workerNow } from "./link.ts";
import type { Command, Mode, Reply, Shown, Step, Times, Update, WatchValue } from "./step.ts";
import { sameStep } from "./step.ts";

/**
 * The run of the simulator, as the page knows it. The simulator itself runs in a worker of its own (`machine.ts`, by
 * `link.ts`): commands come back as updates, so that the page answers to the user however long a step takes. A worker that
 * was started anew is first told where the run was.
 */
export const mode = signal<Mode>("symbolic");
export const steps = signal<readonly Step[]>([]);
export const states = signal<readonly Shown[]>([]);
export const position = signal(0);
export const options = signal<readonly SimulatorOption[]>([]);
export const delays = signal<Interval | null>(null);
/** How a loaded trace ends: "the run loops from state 3". */
export const ending = signal<{ readonly text: string; readonly loop?: number } | undefined>(undefined);
export const hovered = signal<TraceTransition | undefined>(undefined);
export const shown = computed(() => states.value[position.value]);
/** A run of a statistical query that is watched instead; it is of the model as it means now. */
export const watched = signal<OpenedRun | undefined>(undefined);
/** Expressions whose values are told in each state, and these values. */
export const watches = signal<readonly string[]>([]);
export const watchValues = signal<readonly WatchValue[]>([]);
/** Runs that were left for another, the latest first: what was done is one click away. */
export const branches = signal<readonly Branch[]>([]);
interface Branch {
  readonly mode: Mode;
  readonly steps: readonly Step[];
}
/** So many of them are kept. */
const MOST_BRANCHES = 12;
let made: Network | undefined;
let text = "";
/** The worker that was told of the run last, and of what network that run is. */
let told: { readonly worker: Promise<Worker>; readonly network: Network | undefined } | undefined;

/** A worker that knows nothing of the run is told it first. */
function ask(command: Command): Promise<Reply | undefined> {
  const worker = workerNow();
  const knows = told?.worker === worker && told.network === made;
  if (command.kind !== "start" && !knows) void send(startOf({ steps: steps.value, position: position.value }));
  told = { worker, network: made };
  return send(command);
}

function startOf(parts: { mode?: Mode; steps?: readonly Step[]; position?: number }): Command {
  return { kind: "start", text, mode: mode.value, watches: watches.value, ...parts };
}

/** Carries out a command and shows what comes of it. */
async function act(command: Command): Promise<void> {
  const wanted = made;
  if (wanted === undefined) return;
  const reply = await ask(command);
  if (reply === undefined || made !== wanted) return;
  if (reply.kind === "failed") complain(reply.message);
  else if (reply.kind === "update") apply(reply.update);
}

/** What the simulator said last; it goes when the next step succeeds. */
let complaint: Notice | undefined;
function complain(message: string): void {
  tell(message, "error");
  complaint = notice.value;
}

function apply(update: Update): void {
  batch(() => {
    // Steps that others took the place of are kept; a run that begins anew, or in another mode, is another matter.
    if (update.keep > 0 && update.states.length > 0) keepBranch(update.keep);
    mode.value = update.mode;
    states.value = [...states.value.slice(0, update.keep), ...update.states];
    steps.value = [...steps.value.slice(0, Math.max(0, update.keep - 1)), ...update.steps];
    position.value = update.position;
    options.value = update.options;
    delays.value = update.delays;
    watchValues.value = update.watched;
    hovered.value = undefined;
    if (update.states.length > 0) ending.value = undefined;
    if (update.message !== undefined) complain(update.message);
    else if (notice.value === complaint) notice.value = undefined;
  });
}

/** The run at hand becomes a branch if it goes on behind its first so many states. */
function keepBranch(beyond: number): void {
  if (states.value.length <= beyond) return;
  branches.value = [{ mode: mode.value, steps: steps.value }, ...branches.value].slice(0, MOST_BRANCHES);
}

/** Goes over to another branch, behind where it leaves the run at hand, which becomes a branch in its place. */
export function goToBranch(branch: Branch): void {
  const fork = forkOf(branch);
  branches.value = branches.value.filter((b) => b !== branch);
  keepBranch(fork + 1);
  void act(startOf({ mode: branch.mode, steps: branch.steps, position: fork + 1 }));
}

export function forgetBranch(branch: Branch): void {
  branches.value = branches.value.filter((b) => b !== branch);
}

/** How many steps a branch shares with the run at hand. */
export function forkOf(branch: Branch): number {
  const fork = branch.steps.findIndex((step, i) => {
    const mine = steps.value[i];
    return mine === undefined || !sameStep(step, mine);
  });
  return fork < 0 ? branch.steps.length : fork;
}

function clear(): void {
  batch(() => {
    branches.value = [];
    watchValues.value = [];
    steps.value = [];
    states.value = [];
    position.value = 0;
    options.value = [];
    delays.value = null;
    ending.value = undefined;
    hovered.value = undefined;
  });
}

/** Makes the run one of the model at hand. */
function begin(): void {
  if (isWorking.value) stopWorking();
  if (made !== network.value) clear();
  made = network.value;
  text = checked.value.text;
}

/** Starts a new run in the initial state. */
export function restart(wanted: Mode = mode.value): void {
  begin();
  keepBranch(1);
  mode.value = wanted;
  void act(startOf({ mode: wanted }));
}

/** The run as it is, with exact delays or without any. */
export function changeMode(wanted: Mode): void {
  if (states.value.length === 0) restart(wanted);
  else void act({ kind: "mode", mode: wanted });
}

export function watch(expressions: readonly string[]): void {
  watches.value = expressions;
  void act({ kind: "watch", expressions });
}

/** Goes on until an expression holds. */
export function runUntil(expression: string, seed: number): Promise<void> {
  return act({ kind: "until", expression, most: 1000, seed });
}

/** The run is of the network it was started with; after an edit it starts over. */
export function ensureRun(): void {
  if (made !== network.value) restart();
}

export function take(index: number): void {
  const option = options.value[index];
  if (option !== undefined) void act({ kind: "take", transition: option.transition });
}

export function wait(delay: Rational): void {
  void act({ kind: "wait", delay });
}

export async function goTo(target: number): Promise<void> {
  if (target >= 0 && target < states.value.length) await act({ kind: "go", to: target });
}

/** Random steps with a seed, from where the run is. */
export function randomSteps(count: number, seed: number): Promise<void> {
  return act({ kind: "random", count, seed });
}

/** A trace of the verifier as a run. */
export async function load(trace: Trace, wanted: Mode = mode.value): Promise<void> {
  watched.value = undefined;
  restart(wanted);
  await act({ kind: "load", trace, mode: wanted });
  ending.value = endingOf(trace);
}

/** A run from a file, or from a link. */
export async function openTrace(name: string, content: string): Promise<void> {
  settle();
  watched.value = undefined;
  restart();
  await act({ kind: "open", name, content, mode: mode.value });
}

function endingOf(trace: Trace): { text: string; loop?: number } {
  switch (trace.ending) {
    case "loop":
      return {
        text: `goes on for ever from state ${trace.loop ?? 0}`,
        ...(trace.loop === undefined ? {} : { loop: trace.loop }),
      };
    case "deadlock":
      return { text: "ends in a deadlock" };
    case "divergence":
      return { text: "ends where time may pass for ever" };
    default:
      return { text: "ends where the formula is decided" };
  }
}

/** Why an edge of a process cannot be taken now, and when that changes by waiting. */
export async function explain(edge: number): Promise<readonly string[]> {
  const reply = await ask({ kind: "explain", edge });
  return reply?.kind === "explained" ? reply.lines : [];
}

/** The run with exact values, for files; `timed` for UPPAAL's. */
export async function exactTrace(timed: boolean): Promise<Trace | undefined> {
  const reply = await ask({ kind: "trace", timed });
  if (reply?.kind === "failed") tell(reply.message, "error");
  return reply?.kind === "trace" ? reply.trace : undefined;
}

/** When the run arrives where, if it can be told. */
export async function askTimes(): Promise<Times | undefined> {
  const reply = await ask({ kind: "times" });
  return reply?.kind === "times" ? reply.times : undefined;
}

effect(() => {
  opening.value;
  meaning.value;
  watched.value = undefined;
});

// A run is of one model: whatever changes that ends it.
effect(() => {
  opening.value;
  if (network.value === made && made !== undefined) return;
  made = undefined;
  clear();
});
