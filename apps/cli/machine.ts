/** What times are measured on: processor, cores, system. Found out only where it is written down. */
export function machine(): string {
  const { cpus } = process.getBuiltinModule("node:os");
  const all = cpus();
  return `${all[0]?.model.trim() ?? process.arch}, ${all.length} cores, ${process.platform}, Node ${process.versions.node}`;
}

/** The hash by which models and queries are known. */
export function sha256(content: Uint8Array | string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(content).digest("hex");
}
