/**
 * Certificates of random networks (`npm run fuzz:networks -- --certified`): whatever is answered is proved to the checker or
 * it is said why not, and what the checker takes steps for is what the interpreter does. Every tenth seed adds a model of
 * equal processes, so that some are proved up to permutations.
 */
import { Unsupported } from "../../apps/certify/outcome.ts";
import { engineCase, focus, queryKinds } from "../agree/engines.ts";
import { Random } from "../agree/random-network.ts";
import { queryTextOf, xtaOf } from "../agree/spec-text.ts";
import { symmetricModel } from "../agree/symmetric-models.ts";
import { disagreement } from "./agree.ts";
import { proveAll, queryOf, type Subject, subjectOf } from "./prove.ts";

/** Families of equal processes, in turn. */
const families = ["scalar", "integer", "uneven", "named"] as const;

/** What is wrong with the certificates of a seed; `count` is told what came of each. */
export function certifiedFault(seed: number, count: (what: string) => void): string | undefined {
  const kind = queryKinds[seed % queryKinds.length]!;
  const { spec, query } = engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length]!);
  const subject = subjectOf(new TextEncoder().encode(xtaOf(spec)), "model.xta")!;
  return refusal(subject, queryTextOf(spec, query), count) ?? refusalOfEqual(seed, count) ?? otherSteps(subject, count);
}

function refusalOfEqual(seed: number, count: (what: string) => void): string | undefined {
  if (seed % 10 !== 0) return undefined;
  const { text, queries } = symmetricModel(new Random(seed), families[(seed / 10) % families.length]!);
  const subject = subjectOf(new TextEncoder().encode(text), "equal.xta");
  return subject && refusal(subject, queries[(seed / 10) % queries.length]!, count);
}

function refusal(subject: Subject, text: string, count: (what: string) => void): string | undefined {
  const query = queryOf(subject, text);
  for (const { judgement, reason, lines } of query ? proveAll(subject, query, 2000, 64) : []) {
    if (judgement === undefined) {
      count(`not certified: ${reason?.replace(/\d+/g, "N")}`);
      continue;
    }
    const { proof, live, still, symmetries } = JSON.parse(lines![0]!);
    count(`certified: ${proof}`);
    for (const [fact, stated] of Object.entries({ live, still, symmetries })) if (stated) count(`stated: ${fact}`);
    if (judgement.result === "unsupported") count(`not checked: ${judgement.reason}`);
    else if (judgement.result !== "proved") return `${JSON.stringify(judgement)} of ${text}\n${decoded(subject)}`;
  }
  return undefined;
}

function otherSteps(subject: Subject, count: (what: string) => void): string | undefined {
  const { processes } = subject.made.network;
  const hasRates = processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0));
  try {
    const different = disagreement(subject, 60, !hasRates);
    count("compared state by state");
    return different && `${different}\n${decoded(subject)}`;
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    count("not compared state by state");
    return undefined;
  }
}

function decoded({ bytes }: Subject): string {
  return new TextDecoder().decode(bytes);
}
