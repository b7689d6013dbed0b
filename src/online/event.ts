import { wants } from "../base/index.ts";

/**
 * Events of a running system, one JSON object a line:
 *
 *     {"t": 12.5, "event": "alarm", "is": {"level": 3}, "set": {"rate": 72}, "clock": {"Pump.p": [0, 2]}, "at": {"Pump": "Idle"}}
 *
 * `t` is the time in units of the model's clocks, from the start of the system. `event` is the channel of a synchronisation
 * that was seen. `is` are values that were measured and must agree with the model; `set`, `clock` and `at` are measurements
 * that the model is adapted to: variables, bounds of clocks, locations. `resync` forgets the clocks before that. What is
 * wrong with a line is told in words; nothing is guessed.
 */
export interface OnlineEvent {
  readonly t: number;
  readonly event?: string;
  readonly is?: Readonly<Record<string, number>>;
  readonly set?: Readonly<Record<string, number>>;
  readonly clock?: Readonly<Record<string, readonly [number, number | null]>>;
  readonly at?: Readonly<Record<string, string>>;
  readonly resync?: boolean;
}

/** Later times are not events: bounds on clocks have 31 bits. */
const LAST_TIME = 2 ** 40;
const LARGEST_CLOCK = 2 ** 28;
const fields: ReadonlySet<string> = new Set(["t", "event", "is", "set", "clock", "at", "resync"]);

/** Characters of a line, which is no event if it has more. */
const LONGEST_LINE = 2 ** 20;

export function parseEvent(line: string): OnlineEvent | string {
  wants("parseEvent", line, "text");
  if (line.length > LONGEST_LINE) return `the line is longer than ${LONGEST_LINE} characters`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  if (!isObject(value)) return "not a JSON object";
  const unknown = Object.keys(value).find((key) => !fields.has(key));
  if (unknown !== undefined) return `there is no field '${unknown}'`;
  const { t, event, resync } = value;
  if (typeof t !== "number" || !Number.isFinite(t) || t < 0 || t > LAST_TIME)
    return "'t' must be a time, a number from 0 on";
  if (event !== undefined && typeof event !== "string") return "'event' must be the name of a channel";
  if (resync !== undefined && typeof resync !== "boolean") return "'resync' must be true or false";
  const is = numbers(value.is, "is");
  const set = numbers(value.set, "set");
  const clock = intervals(value.clock);
  const at = names(value.at);
  for (const part of [is, set, clock, at]) if (typeof part === "string") return part;
  return {
    t,
    ...(event === undefined ? {} : { event }),
    ...(is === undefined ? {} : { is: is as Record<string, number> }),
    ...(set === undefined ? {} : { set: set as Record<string, number> }),
    ...(clock === undefined ? {} : { clock: clock as Record<string, [number, number | null]> }),
    ...(at === undefined ? {} : { at: at as Record<string, string> }),
    ...(resync === undefined ? {} : { resync }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A table for any names: in a usual object `__proto__` would be lost. */
function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

function numbers(value: unknown, field: string): Record<string, number> | string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return `'${field}' must be an object of variables and values`;
  const out = table<number>();
  for (const [name, v] of Object.entries(value)) {
    if (typeof v !== "boolean" && !Number.isInteger(v)) return `the value of '${name}' must be an integer or a boolean`;
    out[name] = Number(v);
  }
  return out;
}

function intervals(value: unknown): Record<string, [number, number | null]> | string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return "'clock' must be an object of clocks and values";
  const out = table<[number, number | null]>();
  for (const [name, v] of Object.entries(value)) {
    const pair: readonly unknown[] = Array.isArray(v) ? v : [v, v];
    const [low, high] = pair;
    const fits = (n: unknown): n is number => typeof n === "number" && n >= 0 && n <= LARGEST_CLOCK;
    if (pair.length !== 2 || !fits(low) || (high !== null && (!fits(high) || high < low)))
      return `the value of clock '${name}' must be a number, or a pair of the least and the greatest (null: none)`;
    // What lies between two integers is not known better than that.
    out[name] = [Math.floor(low), high === null ? null : Math.ceil(high)];
  }
  return out;
}

function names(value: unknown): Record<string, string> | string | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return "'at' must be an object of processes and locations";
  const wrong = Object.entries(value).find(([, v]) => typeof v !== "string");
  return wrong === undefined ? (value as Record<string, string>) : `the location of '${wrong[0]}' must be a name`;
}
