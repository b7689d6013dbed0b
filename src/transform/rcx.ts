/**
 * Byte code of the RCX as a model of its run-time behaviour (Hendriks and Larsen 2002, section 4, Figures 6 and 8): instruction i
 * is the location Si, which is left after the time the instruction takes, with its effect; a test has an edge for each of its
 * outcomes. The environment changes the sensors every LARGE time units: as the program's steps say, or else in any way.
 */
import { demand, nowhere, wants } from "../base/index.ts";
import {
  build,
  type Edge,
  type Expr,
  type Location,
  type RcxComparison,
  type RcxInstruction,
  type RcxProgram,
  type RcxRange,
  type RcxValue,
  type Template,
  type Tree,
  whyNoPeriod,
} from "../syntax/index.ts";

const opposite: Readonly<Record<RcxComparison, RcxComparison>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};
const comment = { ...nowhere, kind: "comments" };
const sixteenBits: RcxRange = { low: -32768, high: 32767 };

/** Requires: the program has no errors. */
export function rcxModel(program: RcxProgram): Tree {
  wants("rcxModel", program, "program");
  const { sensors, period, instructions } = program;
  const why = whyNoPeriod(period);
  demand(why === undefined, why ?? "");
  const actuators = [...new Set(instructions.flatMap((i) => (i.kind === "actuator" ? [i.name] : [])))].sort();
  const hasEnvironment = sensors.size > 0;
  const declarations = [
    `const int LARGE = ${period};`,
    ...[...sensors].map(([k, { low, high }]) => `int[${low},${high}] ${sensor(k)} = ${within(0, { low, high })};`),
    ...actuators.map((a) => `bool ${a.toLowerCase()};`),
  ];
  return {
    ...build.model({
      declarations: declarations.join("\n"),
      templates: [controller(program), ...(hasEnvironment ? [environment(program)] : [])],
      system: ["B", ...(hasEnvironment ? ["Env"] : [])],
    }),
  };
}

function controller({ instructions, durations }: RcxProgram): Template {
  const at = new Map(instructions.map((instruction, i) => [instruction.address, i]));
  const place = (i: number): string => (i < instructions.length ? `S${i}` : "End");
  const next = (address: number): string => place(at.get(address)!);
  const locations = instructions.map((instruction, i): Location => {
    const { high } = durations[instruction.kind];
    const text = `${String(instruction.address).padStart(4, "0")} ${instruction.text}`;
    return { ...build.location(place(i), { invariant: `x <= ${high}` }), notes: [{ ...comment, text }] };
  });
  const edges = instructions.flatMap((instruction, i): Edge[] => {
    const { low } = durations[instruction.kind];
    const edge = (target: string, condition?: Expr, effect?: Expr): Edge =>
      build.edge(place(i), target, {
        guard: build.and(`x >= ${low}`, ...(condition === undefined ? [] : [condition])),
        update: [...(effect === undefined ? [] : [effect]), build.expr("x = 0")],
      });
    switch (instruction.kind) {
      case "baf":
        return [edge(next(instruction.target.address))];
      case "tbf":
        return [
          edge(next(instruction.target.address), test(instruction, instruction.op)),
          edge(place(i + 1), test(instruction, opposite[instruction.op])),
        ];
      case "assign":
        return [edge(place(i + 1), undefined, build.assign(`v${instruction.variable}`, expr(instruction.value)))];
      case "actuator":
        return [
          edge(place(i + 1), undefined, build.assign(instruction.name.toLowerCase(), build.bool(instruction.on))),
        ];
    }
  });
  const runsOff = edges.some((e) => e.target.name === "End");
  return build.template("B", {
    declarations: ["clock x;", ...variables(instructions)].join("\n"),
    locations: [...locations, ...(runsOff ? [build.location("End")] : [])],
    edges,
  });
}

function test({ left, right }: Extract<RcxInstruction, { kind: "tbf" }>, op: RcxComparison): Expr {
  return build.binary(op, expr(left), expr(right));
}

function expr(value: RcxValue): Expr {
  switch (value.kind) {
    case "int":
      return build.int(value.value);
    case "variable":
      return build.expr(`v${value.index}`);
    case "sensor":
      return build.expr(sensor(value.index));
    case "binary":
      return build.binary(value.op, expr(value.left), expr(value.right));
  }
}

/** Variables that only ever get numbers have no more values than those and 0. */
function variables(instructions: readonly RcxInstruction[]): readonly string[] {
  const ranges = new Map<number, RcxRange>();
  const mention = (index: number, values: RcxRange): void => {
    const { low, high } = ranges.get(index) ?? { low: 0, high: 0 };
    ranges.set(index, { low: Math.min(low, values.low), high: Math.max(high, values.high) });
  };
  const read = (value: RcxValue): void => {
    if (value.kind === "variable") mention(value.index, { low: 0, high: 0 });
    else if (value.kind === "binary") {
      read(value.left);
      read(value.right);
    }
  };
  for (const i of instructions) {
    if (i.kind === "tbf") {
      read(i.left);
      read(i.right);
    } else if (i.kind === "assign") {
      read(i.value);
      mention(i.variable, i.value.kind === "int" ? { low: i.value.value, high: i.value.value } : sixteenBits);
    }
  }
  return [...ranges].sort(([a], [b]) => a - b).map(([k, { low, high }]) => `int[${low},${high}] v${k};`);
}

function environment({ steps, sensors }: RcxProgram): Template {
  const locations = (count: number): readonly Location[] =>
    Array.from({ length: count }, (_, i) => build.location(`S${i}`, { invariant: "z <= LARGE" }));
  if (steps.length === 0)
    return build.template("Env", {
      declarations: "clock z;",
      locations: locations(1),
      edges: [...sensors].map(([k, { low, high }]) =>
        build.edge("S0", "S0", {
          select: `value : int[${low},${high}]`,
          guard: "z >= LARGE",
          update: `${sensor(k)} = value, z = 0`,
        }),
      ),
    });
  return build.template("Env", {
    declarations: "clock z;",
    locations: locations(steps.length),
    edges: steps.map((step, i) =>
      build.edge(`S${i}`, `S${(i + 1) % steps.length}`, {
        guard: "z >= LARGE",
        update: [...step.map(({ sensor: k, value }) => `${sensor(k)} = ${value}`), "z = 0"].join(", "),
      }),
    ),
  });
}

/** Sensors are counted from 1 outside the byte code. */
function sensor(index: number): string {
  return `in${index + 1}`;
}

function within(value: number, { low, high }: RcxRange): number {
  return Math.min(Math.max(value, low), high);
}
