import { InternalError } from "../../base/index.ts";
import type { Func, Module } from "../../engine/index.ts";
import { builtin } from "../../model/index.ts";
import { compute } from "../../network/index.ts";
import { distributions, drawFrom } from "../../statistics/index.ts";
import { growth as growthOf } from "../interpret/ode.ts";

/**
 * Functions that a module calls in the host, because they are the host's in the reference engine too, and so the same bit for
 * bit: `math NAME`, `random NAME`, and the powers and remainders that WebAssembly has no instruction for. What has no value
 * throws; that ends the call, and the reference engine says what was wrong.
 */
export const remainder = "remainder";
export const power = "power";
export const wholePower = "whole power";
/** What time that passes in stretches needs: see interpret/ode.ts, and `patience` of `Sampler`. */
export const growth = "growth";
export const patience = "patience";
/** What the host takes of a run under way, and what it then says of the whole. */
export const drain = "drain";
export const verdict = "verdict";

interface Imported {
  readonly key: string;
  readonly params: readonly ("f64" | "i32")[];
  readonly result: "f64" | "i32";
}

/** Declares all functions of the host that the code mentions. `visit` sees all nodes of the code on the way: they are many. */
export function importedFunctions(module: Module, mentioned: object, visit: (node: Node) => void): Map<string, Func> {
  const found = new Map<string, Imported>([
    [growth, { key: growth, params: ["f64"], result: "f64" }],
    ...[patience, drain, verdict].map((key): [string, Imported] => [key, { key, params: [], result: "i32" }]),
  ]);
  someNode(mentioned, (node) => {
    const imported = importOf(node);
    if (imported) found.set(imported.key, imported);
    visit(node);
    return false;
  });
  return new Map(
    [...found.values()].map(({ key, params, result }) => [key, module.importFunc("host", key, params, result)]),
  );
}

type Node = Readonly<Record<string, unknown>>;

/**
 * Whether something in this data, itself included, passes the test. What is there twice is seen twice, as it is when
 * it is written.
 */
export function someNode(data: object, test: (node: Node) => boolean): boolean {
  const waiting: object[] = [data];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (test(node as Node)) return true;
    for (const name in node) {
      const part = (node as Node)[name];
      // Where something comes from is no code, and as large as the model.
      if (typeof part === "object" && part !== null && name !== "origin") waiting.push(part);
    }
  }
  return false;
}

function importOf(node: Node): Imported | undefined {
  const result = node.is === "int" ? "i32" : "f64";
  if ((node.op === "math" || node.op === "random") && Array.isArray(node.args))
    return { key: `${node.op} ${node.name}`, params: node.args.map(() => "f64" as const), result };
  if (node.op === "pow")
    return node.is === "int"
      ? { key: wholePower, params: ["i32", "i32"], result }
      : { key: power, params: ["f64", "f64"], result };
  if (node.op === "mod" && node.is === "real") return { key: remainder, params: ["f64", "f64"], result };
  return undefined;
}

/** What a module asks of who runs it. */
export interface Host {
  /** The module's own source of random numbers. */
  next(): number;
  /** Whether to go on; may throw. */
  patience(): void;
  /** Takes what the run has told. */
  drain(): void;
  /** Whether the run that is over satisfies its formula. */
  verdict(): boolean;
}

/** What the host gives for a key. */
export function hostFunction(key: string, host: Host): (...args: number[]) => number {
  if (key === growth) return growthOf as (error?: number) => number;
  if (key === verdict) return () => +host.verdict();
  if (key === patience || key === drain)
    return () => {
      host[key]();
      return 0;
    };
  if (key === remainder) return (a, b) => a! % b!;
  if (key === power) return Math.pow;
  if (key === wholePower) return (a, b) => compute("pow", a!, b!) ?? none();
  const [kind, name = ""] = key.split(" ");
  const value = kind === "math" ? builtin(name)?.value : undefined;
  if (value) return value;
  const law = distributions[name];
  if (kind !== "random" || law === undefined) throw new InternalError(`there is no function '${name}'`);
  return (...args) => {
    const drawn = drawFrom(law, () => host.next(), args);
    return typeof drawn === "string" ? none() : drawn;
  };
}

function none(): never {
  throw new RangeError("no value");
}
