import type { Hash } from "node:crypto";

/** What times are measured on: processor, cores, system. Found out only where it is written down. */
export function machine(): string {
  const { cpus } = process.getBuiltinModule("node:os");
  const all = cpus();
  return `${all[0]?.model.trim() ?? process.arch}, ${all.length} cores, ${process.platform}, Node ${process.versions.node}`;
}

/** A SHA-256 that is yet to be told its content. Short commands need none, and do not load what makes it. */
export function newSum(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}

/** The hash by which models and queries are known. */
export function sha256(content: Uint8Array | string): string {
  return newSum().update(content).digest("hex");
}
