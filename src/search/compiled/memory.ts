/** How much memory a compiled search may use, and what is said when it is full. */
import type { VerifyOptions } from "../options.ts";

/** Bytes that one WebAssembly memory holds at most. */
export const MAX_MEMORY = 2 ** 32;

/** Bytes of a search in one memory. */
export function memoryOf({ memory, knobs }: VerifyOptions): number {
  const most = knobs?.memories?.bytes ?? MAX_MEMORY;
  return Math.min(memory ?? most, most);
}

/** That memory is full; `kind` is a kind of search that uses one memory however much is allowed. */
export function memoryReason({ memory = MAX_MEMORY }: VerifyOptions, kind: string): string {
  const reason = `the memory limit of ${mebibytes(Math.min(memory, MAX_MEMORY))} was reached`;
  return memory > MAX_MEMORY ? `${reason}, which is as much as ${kind} can use` : reason;
}

export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
