import { createHash } from "node:crypto";
import { certify } from "../../apps/certify/certify.ts";
import type { Judgement } from "../../apps/certify/checking.ts";
import { type Network, type Refinement, refinementToCertificate } from "../../src/index.ts";

/** A side of a refinement: the text of its model, its network, and the processes that were asked for. */
interface Side {
  readonly text: string;
  readonly network: Network;
  readonly processes: readonly string[];
}

/** The lines of a refinement's certificate, or why there is none. */
export function certificateOf(
  refinement: Refinement,
  implementation: Side,
  specification: Side,
): readonly string[] | string {
  const lines: string[] = [];
  const said = ({ text, processes }: Side) => ({
    sha256: createHash("sha256").update(text).digest("hex"),
    processes,
  });
  const claim = { implementation: said(implementation), specification: said(specification) };
  const networks = [implementation.network, specification.network] as const;
  const made = refinementToCertificate(refinement, networks, claim, (line) => void lines.push(line));
  return typeof made === "string" ? made : lines;
}

export function judge(lines: readonly string[], implementation: string, specification: string): Judgement {
  const encoder = new TextEncoder();
  return certify(encoder.encode(implementation), "impl.xta", encoder.encode(lines.join("")), {
    model: encoder.encode(specification),
    name: "spec.xta",
  });
}
