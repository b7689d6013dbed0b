/**
 * Reads the symbolic byte code of LEGO's RCX as in Figure 7 of Hendriks and Larsen (2002): one instruction per line, an address
 * and then an assignment, "test and branch far", or "branch always far". Lines that begin with a dot say what the byte code does
 * not: how long instructions take, what sensors measure, how the environment behaves. Comments run from `;` or `//` to the
 * end of the line. Always yields a program; a line that cannot be read is reported and left out.
 *
 *     0000 v[0] := 0               .duration tbf 20..40
 *     0010 actmode[A] := off       .sensor 0 0..20
 *     0014 tbf 0!=v[0], 51         .period 1000
 *     0045 baf 106                 .step snsval[0] := 7, snsval[1] := 5
 */
import type { Diagnostic, Span } from "../base/index.ts";
import { wants } from "../base/index.ts";

export type RcxValue =
  | { readonly kind: "int"; readonly value: number }
  | { readonly kind: "variable" | "sensor"; readonly index: number }
  | { readonly kind: "binary"; readonly op: "+" | "-" | "*" | "/"; readonly left: RcxValue; readonly right: RcxValue };
export type RcxComparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** `end` of the span is that of the instruction, without a comment. */
export type RcxInstruction = Span & { readonly address: number; readonly text: string } & (
    | { readonly kind: "assign"; readonly variable: number; readonly value: RcxValue }
    | { readonly kind: "actuator"; readonly name: string; readonly on: boolean }
    | {
        readonly kind: "tbf";
        readonly left: RcxValue;
        readonly op: RcxComparison;
        readonly right: RcxValue;
        readonly target: RcxTarget;
      }
    | { readonly kind: "baf"; readonly target: RcxTarget }
  );
export interface RcxTarget extends Span {
  readonly address: number;
}
export interface RcxRange {
  readonly low: number;
  readonly high: number;
}
export type RcxKind = RcxInstruction["kind"];

export interface RcxProgram {
  readonly instructions: readonly RcxInstruction[];
  readonly durations: Readonly<Record<RcxKind, RcxRange>>;
  readonly sensors: ReadonlyMap<number, RcxRange>;
  readonly period: number;
  /** What the environment does one after the other, and then again; none if it may do anything. */
  readonly steps: readonly (readonly { readonly sensor: number; readonly value: number }[])[];
}

/** Assignments as in the paper; it does not tell how long branches take. */
const usual: Readonly<Record<RcxKind, RcxRange>> = {
  assign: { low: 40, high: 50 },
  actuator: { low: 40, high: 50 },
  tbf: { low: 20, high: 40 },
  baf: { low: 10, high: 20 },
};
const usualSensor: RcxRange = { low: 0, high: 100 };
const usualPeriod = 1000;
/** Numbers of the RCX have 16 bits. */
const widest: RcxRange = { low: -32768, high: 32767 };

const longest = 2 ** 31 - 1;

/** Why an environment cannot change so often; undefined if it can. */
export function whyNoPeriod(period: number): string | undefined {
  if (period === 0) return "the period must not be 0";
  return period < 0 || period > longest ? `the period ${period} is not one of 1 to ${longest}` : undefined;
}

class Fault extends Error {
  readonly code: string;
  readonly span: Span;
  constructor(code: string, span: Span, message: string) {
    super(message);
    this.code = code;
    this.span = span;
  }
}

export function parseRcx(text: string): { readonly program: RcxProgram; readonly diagnostics: readonly Diagnostic[] } {
  wants("parseRcx", text, "text");
  const parser = new RcxParser();
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const line = match[0].replace(/(;|\/\/).*$/, "");
    if (line.trim() !== "") parser.line(line, match.index);
  }
  return parser.finish();
}

class RcxParser {
  private readonly diagnostics: Diagnostic[] = [];
  private readonly instructions: RcxInstruction[] = [];
  private readonly durations: Record<RcxKind, RcxRange> = { ...usual };
  private readonly sensors = new Map<number, RcxRange>();
  private readonly used = new Map<number, Span>();
  private readonly steps: { sensor: number; value: number; span: Span }[][] = [];
  private period = usualPeriod;
  private text = "";
  private start = 0;
  private at = 0;

  line(text: string, start: number): void {
    this.text = text;
    this.start = start;
    this.at = 0;
    try {
      if (this.has(/\./y)) this.directive();
      else this.instruction();
      if (this.rest() !== "") throw this.fault("rcx-syntax", `'${this.rest()}' is not expected here`, this.here());
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.report(fault.code, fault.span, fault.message);
    }
  }

  finish(): { program: RcxProgram; diagnostics: readonly Diagnostic[] } {
    const { instructions, durations, sensors, period } = this;
    const known = new Set(instructions.map((i) => i.address));
    for (const i of instructions) {
      if ((i.kind !== "tbf" && i.kind !== "baf") || known.has(i.target.address)) continue;
      this.report("rcx-target", i.target, `there is no instruction at address ${i.target.address}`);
    }
    for (const [index] of this.used) if (!sensors.has(index)) sensors.set(index, usualSensor);
    for (const { sensor, value, span } of this.steps.flat()) {
      const { low, high } = sensors.get(sensor) ?? usualSensor;
      if (value < low || value > high)
        this.report("rcx-range", span, `${value} is not in the range ${low}..${high} of sensor ${sensor}`);
    }
    if (instructions.length === 0) this.report("rcx-empty", { start: 0, end: 0 }, "there are no instructions");
    const steps = this.steps.map((step) => step.map(({ sensor, value }) => ({ sensor, value })));
    const ordered = new Map([...sensors].sort(([a], [b]) => a - b));
    return {
      program: { instructions, durations, sensors: ordered, period, steps },
      diagnostics: this.diagnostics.sort((a, b) => a.span.start - b.span.start),
    };
  }

  private instruction(): void {
    const from = this.skip();
    const address = this.whole("an address");
    const span = { start: this.start + from, end: this.start + this.at };
    const last = this.instructions.at(-1);
    if (last !== undefined && address <= last.address)
      throw new Fault(
        "rcx-address",
        span,
        address === last.address
          ? `address ${address} is used twice`
          : `address ${address} comes after ${last.address}: addresses must grow`,
      );
    const at = this.skip();
    const made = this.operation();
    const text = this.text.slice(at, this.at).trim();
    this.instructions.push({ address, text, start: span.start, end: this.start + this.at, ...made });
  }

  private operation() {
    if (this.has(/tbf\b/y)) {
      const left = this.value();
      const op = this.read(/==|!=|<=|>=|<|>/y, "a comparison: == != < <= > >=") as RcxComparison;
      const right = this.value();
      this.read(/,/y, "','");
      return { kind: "tbf" as const, left, op, right, target: this.target() };
    }
    if (this.has(/baf\b/y)) return { kind: "baf" as const, target: this.target() };
    if (this.has(/v\s*\[/y)) {
      const variable = this.index();
      this.read(/:=/y, "':='");
      return { kind: "assign" as const, variable, value: this.sum() };
    }
    if (this.has(/actmode\s*\[/y)) {
      const name = this.read(/[A-C]\b/y, "an actuator: A, B or C");
      this.read(/\]/y, "']'");
      this.read(/:=/y, "':='");
      return { kind: "actuator" as const, name, on: this.read(/on\b|off\b/y, "'on' or 'off'") === "on" };
    }
    throw this.fault(
      "rcx-syntax",
      "an instruction is expected: v[i] := ..., actmode[A] := on, tbf or baf",
      this.here(),
    );
  }

  private directive(): void {
    const from = this.at;
    const name = this.read(/[a-z]+/y, "duration, sensor, period or step");
    if (name === "duration") {
      const kind = this.read(/assign\b|actuator\b|tbf\b|baf\b/y, "assign, actuator, tbf or baf") as RcxKind;
      this.durations[kind] = this.range(0);
    } else if (name === "sensor") {
      const index = this.whole("the number of a sensor");
      this.sensors.set(index, this.range(widest.low));
    } else if (name === "period") {
      const at = this.skip();
      this.period = Number(this.read(/\d{1,10}(?!\w)/y, "a number"));
      const why = whyNoPeriod(this.period);
      if (why !== undefined) throw this.fault("rcx-range", why, at);
    } else if (name === "step") this.step();
    else throw this.fault("rcx-syntax", `'.${name}' is not one of .duration, .sensor, .period and .step`, from - 1);
  }

  private step(): void {
    const step: { sensor: number; value: number; span: Span }[] = [];
    do {
      const at = this.skip();
      this.read(/snsval\s*\[/y, "'snsval['");
      const sensor = this.index();
      this.read(/:=/y, "':='");
      const value = this.integer();
      const span = { start: this.start + at, end: this.start + this.at };
      this.used.set(sensor, span);
      step.push({ sensor, value, span });
    } while (this.has(/,/y));
    this.steps.push(step);
  }

  private range(least: number): RcxRange {
    const at = this.skip();
    const low = this.integer();
    this.read(/\.\./y, "'..'");
    const high = this.integer();
    if (low > high) throw this.fault("rcx-range", `the range ${low}..${high} is empty`, at);
    if (low < least) throw this.fault("rcx-range", `${low} is less than ${least}`, at);
    return { low, high };
  }

  /** A value, or two with an operator. */
  private sum(): RcxValue {
    const left = this.value();
    const op = this.match(/[-+*/]/y);
    return op === undefined ? left : { kind: "binary", op: op as "+" | "-" | "*" | "/", left, right: this.value() };
  }

  private value(): RcxValue {
    const at = this.skip();
    if (this.has(/v\s*\[/y)) return { kind: "variable", index: this.index() };
    if (this.has(/snsval\s*\[/y)) {
      const index = this.index();
      this.used.set(index, { start: this.start + at, end: this.start + this.at });
      return { kind: "sensor", index };
    }
    return { kind: "int", value: this.integer("a number, v[i] or snsval[i]") };
  }

  private index(): number {
    const index = this.whole("an index");
    this.read(/\]/y, "']'");
    return index;
  }

  private target(): RcxTarget {
    const at = this.skip();
    const address = this.whole("an address");
    return { address, start: this.start + at, end: this.start + this.at };
  }

  private whole(what: string): number {
    return Number(this.read(/\d{1,9}(?!\w)/y, what));
  }

  private integer(what = "a number"): number {
    const at = this.skip();
    const value = Number(this.read(/-?\d{1,9}(?!\w)/y, what));
    if (value < widest.low || value > widest.high)
      throw this.fault("rcx-range", `${value} does not fit into 16 bits`, at);
    return value;
  }

  private has(pattern: RegExp): boolean {
    return this.match(pattern) !== undefined;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.skip();
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private read(pattern: RegExp, what: string): string {
    const found = this.match(pattern);
    if (found === undefined) throw this.fault("rcx-syntax", `${what} is expected`, this.here());
    return found;
  }

  private skip(): number {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
    return this.at;
  }

  private here(): number {
    return this.skip();
  }

  private rest(): string {
    return this.text.slice(this.at).trim();
  }

  /** From a place in the line to the end of what was read, or of the word there. */
  private fault(code: string, message: string, at: number): Fault {
    const word = /^\S+/.exec(this.text.slice(at))?.[0].length ?? 0;
    const end = Math.max(this.at, at + word, at);
    return new Fault(code, { start: this.start + at, end: this.start + Math.min(end, this.text.length) }, message);
  }

  private report(code: string, { start, end }: Span, message: string): void {
    this.diagnostics.push({ code, severity: "error", span: { start, end }, message });
  }
}
