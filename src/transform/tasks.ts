/**
 * The compiler of control programs to byte code of the RCX (Hendriks and Larsen 2002, section 4): processes that move over an
 * urgent channel as soon as a guard on sensors holds, as in their Figures 3 and 4, become one program that goes round them for
 * ever, as in Figure 7. Variable k holds the location of process k; a process tests where it is, then the guards of the edges
 * from there, one after the other, and takes the first that holds. A process that only sets sensors, round and round, with a
 * clock, is the environment: its steps and its period are written down beside the byte code. What is something else is refused.
 */
import { hasErrors, UsageError, wants } from "../base/index.ts";
import { type CheckedTemplate, initialValue, type Model } from "../model/index.ts";
import { type Edge, type Expr, printExpr, whyNoPeriod } from "../syntax/index.ts";
import { knownValue } from "./known.ts";

/** Why there is no byte code. */
export class TaskError extends UsageError {
  override readonly name = "TaskError";
}

/** The byte code of a model's processes, as text for `parseRcx`. Requires: the model has no errors. Throws `TaskError`. */
export function compileTasks(model: Model): string {
  wants("compileTasks", model, "model");
  if (hasErrors(model.diagnostics)) throw new TaskError("the model has errors");
  const templates = systemTemplates(model);
  const tasks = templates.filter((t) => t.edges.some((e) => isSent(model, e.node)));
  if (tasks.length === 0) throw new TaskError("no process moves over an urgent channel: there is nothing to compile");
  const others = templates.filter((t) => !tasks.includes(t) && t.edges.some((e) => e.node.update !== undefined));
  if (others.length > 1)
    throw new TaskError(`${others.map((t) => t.name).join(" and ")} both change something: one environment is enough`);
  const code = new Assembler();
  const all = tasks.map((t, k) => new Task(model, t, k));
  for (const task of all) code.add(5, `v[${task.index}] := ${task.initial}`);
  for (const name of new Set(all.flatMap((t) => t.actuators()))) {
    beginsWithZero(model, name.toLowerCase());
    code.add(2, `actmode[${name}] := off`);
  }
  const loop = code.here();
  for (const task of all) task.compile(code);
  code.add(3, "baf", loop);
  const sensors = [...new Set(all.flatMap((t) => t.sensors()))].sort((a, b) => a - b);
  return [...sensors.map((k) => sensorLine(model, k)), ...environment(model, others[0]), ...code.lines(), ""].join(
    "\n",
  );
}

/** Instructions with their addresses, some of which are known only later. */
class Assembler {
  private readonly instructions: { readonly text: string; readonly at: number; readonly target?: Label }[] = [];
  private next = 0;

  add(size: number, text: string, target?: Label): void {
    this.instructions.push({ text, at: this.next, ...(target === undefined ? {} : { target }) });
    this.next += size;
  }

  here(): Label {
    return this.put({});
  }

  put(label: Label): Label {
    label.at = this.next;
    return label;
  }

  lines(): readonly string[] {
    return this.instructions.map(({ text, at, target }) => {
      const to = target === undefined ? "" : text === "baf" ? ` ${target.at}` : `, ${target.at}`;
      return `${String(at).padStart(4, "0")} ${text}${to}`;
    });
  }
}

interface Label {
  at?: number;
}

/** One comparison of a guard: a sensor with a number. */
interface Test {
  readonly sensor: number;
  readonly op: string;
  readonly value: number;
}

class Task {
  readonly index: number;
  private readonly model: Model;
  private readonly template: CheckedTemplate;

  constructor(model: Model, template: CheckedTemplate, index: number) {
    this.model = model;
    this.template = template;
    this.index = index;
    const { name } = template;
    if (template.branchpoints.length > 0) throw new TaskError(`${name} has branch points`);
    if (template.initial < 0) throw new TaskError(`${name} has no initial location`);
    for (const l of template.locations)
      if (l.node.invariant !== undefined || l.node.urgent || l.node.committed)
        throw new TaskError(`location ${l.name} of ${name} has an invariant or a mark, which byte code knows not`);
    for (const { node } of template.edges) {
      if (!isSent(model, node)) throw new TaskError(`an edge of ${name} does not move over an urgent channel`);
      if (node.select !== undefined) throw new TaskError(`an edge of ${name} has a select`);
    }
  }

  get initial(): number {
    return this.template.initial;
  }

  actuators(): readonly string[] {
    return this.template.edges.flatMap(({ node }) => this.effects(node).map(([name]) => name));
  }

  sensors(): readonly number[] {
    return this.template.edges.flatMap(({ node }) => this.tests(node.guard?.value).map((t) => t.sensor));
  }

  /** Each location: is it this one? Then its edges in turn; the last location needs no question. */
  compile(code: Assembler): void {
    const end: Label = {};
    const { locations, edges } = this.template;
    locations.forEach((l, k) => {
      const other: Label = {};
      if (k < locations.length - 1) code.add(8, `tbf ${k}!=v[${this.index}]`, other);
      for (const e of edges) {
        if (e.source !== l.index) continue;
        const next: Label = {};
        this.guard(code, e.node.guard?.value, next);
        code.add(5, `v[${this.index}] := ${e.target}`);
        for (const [name, on] of this.effects(e.node)) code.add(2, `actmode[${name}] := ${on ? "on" : "off"}`);
        code.add(3, "baf", end);
        code.put(next);
      }
      code.add(3, "baf", end);
      code.put(other);
    });
    code.put(end);
  }

  /** Goes to `next` where a test fails. What may be equal is asked first, as the paper's compiler does. */
  private guard(code: Assembler, guard: Expr | undefined, next: Label): void {
    for (const { sensor, op, value } of this.tests(guard)) {
      const test = (compare: string, to: Label): void => code.add(8, `tbf ${value}${compare}snsval[${sensor}]`, to);
      const passed: Label = {};
      if (op === "<") test("<=", next);
      else if (op === ">") test(">=", next);
      else if (op === "==") test("!=", next);
      else if (op === "!=") test("==", next);
      else {
        test("==", passed);
        test(op === ">=" ? ">=" : "<=", next);
      }
      code.put(passed);
    }
  }

  private tests(guard: Expr | undefined): readonly Test[] {
    if (guard === undefined) return [];
    if (guard.kind === "binary" && (guard.op === "&&" || (guard.op as string) === "and"))
      return [...this.tests(guard.left), ...this.tests(guard.right)];
    if (guard.kind === "bool" && guard.value) return [];
    const test =
      guard.kind === "binary" ? (this.test(guard.left, guard.op, guard.right) ?? this.turned(guard)) : undefined;
    if (test === undefined)
      throw new TaskError(
        `${this.template.name}: '${printExpr(guard)}' is no comparison of a sensor (in1, in2, ...) with a number`,
      );
    return [test];
  }

  private turned({ left, op, right }: Extract<Expr, { kind: "binary" }>): Test | undefined {
    const opposite: Readonly<Record<string, string>> = {
      "<": ">",
      "<=": ">=",
      ">": "<",
      ">=": "<=",
      "==": "==",
      "!=": "!=",
    };
    return this.test(right, opposite[op] ?? "", left);
  }

  private test(left: Expr, op: string, right: Expr): Test | undefined {
    const sensor = sensorOf(this.model, left);
    const value = knownValue(this.model, right);
    if (sensor === undefined || value === undefined || !["<", "<=", ">", ">=", "==", "!="].includes(op))
      return undefined;
    return { sensor, op, value };
  }

  /** Actuators that an edge switches, by the names of single letters that it sets. */
  private effects(edge: Edge): readonly (readonly [name: string, on: boolean])[] {
    return (edge.update?.value ?? []).map((e) => {
      const value = e.kind === "assign" && e.op === "=" ? knownValue(this.model, e.value) : undefined;
      if (
        e.kind !== "assign" ||
        e.target.kind !== "name" ||
        !/^[abc]$/.test(e.target.name) ||
        (value !== 0 && value !== 1)
      )
        throw new TaskError(`${this.template.name}: '${printExpr(e)}' switches no actuator (a, b or c) on or off`);
      return [e.target.name.toUpperCase(), value === 1] as const;
    });
  }
}

/** The templates of the processes on the system line, in its order. */
function systemTemplates(model: Model): readonly CheckedTemplate[] {
  return (model.tree.system?.groups.flat() ?? []).map(({ name }) => {
    const found = model.templates.find((t) => t.name === name);
    if (found === undefined || found.parameters.length > 0)
      throw new TaskError(`${name} is no template without parameters: byte code has only such processes`);
    return found;
  });
}

function isSent(model: Model, { sync }: Edge): boolean {
  if (sync?.value.direction !== "!" || sync.value.channel.kind !== "name") return false;
  const symbol = model.symbols.get(sync.value.channel);
  return symbol?.kind === "variable" && symbol.type.kind === "chan" && symbol.type.urgent;
}

/** Sensors are counted from 1 in models and from 0 in byte code. */
function sensorOf(model: Model, e: Expr): number | undefined {
  const symbol = e.kind === "name" ? model.symbols.get(e) : undefined;
  const number = /^in([1-9])$/.exec(symbol?.name ?? "")?.[1];
  return symbol?.kind === "variable" && symbol.role === "global" && number !== undefined
    ? Number(number) - 1
    : undefined;
}

function sensorLine(model: Model, k: number): string {
  const v = model.variables.find((x) => x.name === `in${k + 1}`);
  const [low, high] = v?.type.kind === "int" ? [v.type.low?.value, v.type.high?.value] : [];
  if (low === undefined || high === undefined) throw new TaskError(`in${k + 1} is no integer with a range`);
  beginsWithZero(model, `in${k + 1}`);
  return `.sensor ${k} ${low}..${high}`;
}

function beginsWithZero(model: Model, name: string): void {
  const v = model.variables.find((x) => x.name === name);
  const initial = v === undefined ? undefined : initialValue(model, v, new Map());
  if (Number(initial ?? 0) !== 0) throw new TaskError(`${name} does not begin with 0`);
}

/** `.period` and `.step` of a template that goes round, sets sensors and resets one clock whenever that is LARGE. */
function environment(model: Model, template: CheckedTemplate | undefined): readonly string[] {
  if (template === undefined) return [];
  const refuse = (why: string): never => {
    throw new TaskError(`${template.name} is no environment: ${why}`);
  };
  const steps: string[] = [];
  const periods = new Set<number>();
  let at = template.initial;
  do {
    const leaving = template.edges.filter((e) => e.source === at);
    const location = template.locations[at];
    if (leaving.length !== 1 || location === undefined) refuse("it does not go round one edge after the other");
    const { node, target } = leaving[0]!;
    if (node.sync !== undefined || node.select !== undefined) refuse("an edge synchronises or selects");
    for (const [e, ops] of [
      [location!.node.invariant?.value, ["<="]],
      [node.guard?.value, [">=", "=="]],
    ] as const) {
      const bound = e?.kind === "binary" && ops.some((op) => op === e.op) ? knownValue(model, e.right) : undefined;
      if (bound === undefined || e?.kind !== "binary" || model.types.get(e.left)?.kind !== "clock")
        return refuse("every step must wait until a clock is the period: an invariant z <= c and a guard z >= c");
      periods.add(bound);
    }
    steps.push(`.step ${effectsOf(model, node, refuse).join(", ")}`);
    at = target;
  } while (at !== template.initial && steps.length <= template.edges.length);
  if (at !== template.initial) return refuse("it does not come back to where it began");
  const [period] = periods;
  if (periods.size !== 1 || period === undefined) return refuse("its steps take different times");
  const why = whyNoPeriod(period);
  return why === undefined ? [`.period ${period}`, ...steps] : refuse(why);
}

function effectsOf(model: Model, edge: Edge, refuse: (why: string) => never): readonly string[] {
  const set: string[] = [];
  let resets = 0;
  for (const e of edge.update?.value ?? []) {
    const value = e.kind === "assign" && e.op === "=" ? knownValue(model, e.value) : undefined;
    if (e.kind !== "assign" || value === undefined) return refuse(`'${printExpr(e)}' sets no sensor to a number`);
    const sensor = sensorOf(model, e.target);
    if (sensor !== undefined) set.push(`snsval[${sensor}] := ${value}`);
    else if (model.types.get(e.target)?.kind === "clock" && value === 0) resets++;
    else return refuse(`'${printExpr(e)}' sets no sensor`);
  }
  if (resets !== 1) return refuse("an edge does not reset its one clock");
  return set.length === 0 ? refuse("an edge sets no sensor") : set;
}
