import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

/**
 * Loaded before the program (`node --import`): makes one call to the system fail. `INJECT=CODE:NAME:K` fails the K-th call of a
 * function (`*`: of any) with an error of that code; `short` writes or reads less than was asked for; `memory` refuses memory
 * instead, from the K-th time on. `INJECT_LOG` names a file that gets the name of every call. Threads count together. Files
 * of the program itself do not count, unless `INJECT_OWN` is set.
 */
const [fault = "", wanted = "*", at = "0"] = (process.env.INJECT ?? "").split(":");
const log = process.env.INJECT_LOG;
const own = process.env.INJECT_OWN !== undefined;
const key = "zonal-inject";
if (getEnvironmentData(key) === undefined) setEnvironmentData(key, new Int32Array(new SharedArrayBuffer(4)));
const counter = getEnvironmentData(key) as unknown as Int32Array;

const append = fs.appendFileSync;
let depth = 0;

/** Counts a call; whether it is the one to fail. */
function isDue(name: string): boolean {
  if (wanted !== "*" && wanted !== name) return false;
  const k = Atomics.add(counter, 0, 1) + 1;
  if (log !== undefined) {
    depth++;
    append(log, `${name}\n`);
    depth--;
  }
  return k === Number(at) || (fault === "memory" && k > Number(at) && at !== "0");
}

function failure(name: string): Error {
  const numbers: Readonly<Record<string, number>> = { EACCES: -13, EAGAIN: -11, EINTR: -4, EIO: -5, ENOSPC: -28 };
  const syscall = name.replace(/Sync$/, "");
  const error = new Error(`${fault}: injected, ${syscall}`);
  return Object.assign(error, { code: fault, errno: numbers[fault], syscall });
}

/** Calls of Node's own loader, and those that fetch the program. */
function isOwn(path: unknown): boolean {
  return (
    /\/(dist\/bin|node_modules)\/|package\.json$|inject\.js$/.test(String(path)) && !/\/work-[^/]*\//.test(String(path))
  );
}

type Call = (...args: unknown[]) => unknown;
const calls = fs as unknown as Record<string, Call>;

function wrapSync(name: string, call: Call): Call {
  return (...args) => {
    const counts = depth === 0 && (!isOwn(args[0]) || (own && /\.chunk\.js$|-main\.js$/.test(String(args[0]))));
    const due = counts && isDue(name);
    if (due && fault !== "short") throw failure(name);
    depth++;
    try {
      if (due && /^(read|write)Sync$/.test(name)) return call(args[0], args[1], (args[2] as number) ?? 0, 1);
      return call(...args);
    } finally {
      depth--;
    }
  };
}

function wrapLater(name: string, call: Call): Call {
  return (...args) => {
    const done = args.at(-1) as (error: Error) => void;
    if (depth > 0 || isOwn(args[0]) || !isDue(name) || fault === "short") return call(...args);
    process.nextTick(done, failure(name));
    return undefined;
  };
}

function wrapFiles(): void {
  for (const [name, call] of Object.entries(calls)) {
    if (/Sync$/.test(name) && name !== "existsSync") calls[name] = Object.assign(wrapSync(name, call), call);
    if (["open", "read", "close"].includes(name)) calls[name] = wrapLater(name, call);
  }
  syncBuiltinESMExports();
}

interface Wasm {
  Memory: (new (...args: unknown[]) => object) & { readonly prototype: { grow: Call } };
  Instance: new (...args: unknown[]) => object;
}

function wrapMemory(): void {
  const host = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const refuse = (name: string, words: string): void => {
    if (isDue(name)) throw new RangeError(words);
  };
  const { grow } = host.Memory.prototype;
  host.Memory.prototype.grow = function (this: unknown, ...args: unknown[]) {
    refuse("grow", "WebAssembly.Memory.grow(): Unable to grow instance memory");
    return grow.apply(this, args);
  };
  const refusing = <T extends new (...args: unknown[]) => object>(real: T, name: string, words: string): T =>
    new Proxy(real, {
      construct(target, args, self) {
        refuse(name, words);
        return Reflect.construct(target, args, self) as object;
      },
    });
  host.Memory = refusing(host.Memory, "Memory", "WebAssembly.Memory(): could not allocate memory");
  const words = "WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance";
  host.Instance = refusing(host.Instance, "Instance", words);
}

if (fault === "memory") wrapMemory();
else wrapFiles();
