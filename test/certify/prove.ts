import { createHash } from "node:crypto";
import { advice, certify } from "../../apps/certify/certify.ts";
import type { Judgement } from "../../apps/certify/checking.ts";
import {
  certificateInTurns,
  check,
  checkQuery,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  type NetworkQuery,
  obligationsOf,
  parseQuery,
  read,
  type Verdict,
  verify,
} from "../../src/index.ts";

/** What came of a query: its verdict, its certificate as lines, and what the checker says of it; or why there is none. */
export interface Proved {
  readonly verdict: Verdict;
  readonly lines?: readonly string[];
  readonly judgement?: Judgement;
  readonly reason?: string;
}

/** A model ready to be asked, with its bytes. */
export interface Subject {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly made: Instantiated;
}

/** Undefined if the model is one that symbolic verification refuses. */
export function subjectOf(bytes: Uint8Array, name: string): Subject | undefined {
  const source = read(bytes, { name });
  if (source.format === "tck" || hasErrors(source.diagnostics)) return undefined;
  const model = check(source.tree);
  if (hasErrors(model.diagnostics)) return undefined;
  const { made } = instantiate(model);
  return made && { bytes, name, made };
}

export function queryOf({ made }: Subject, text: string): NetworkQuery | undefined {
  const { query, diagnostics } = parseQuery(Fragment.of(text), { tree: made.model.tree });
  if (query === undefined || hasErrors(diagnostics)) return undefined;
  const checked = checkQuery(made.model, query);
  return hasErrors(checked.diagnostics) ? undefined : instantiateQuery(made, checked, text).query;
}

/** Answers a query, writes its certificate and has it checked; of several the first that is not accepted. */
export function prove(subject: Subject, query: NetworkQuery, maxStates = 20_000): Proved {
  const all = proveAll(subject, query, maxStates);
  return all.find(({ judgement }) => judgement?.result !== "proved") ?? all[0]!;
}

/** The same with all its certificates: values need several. `ceiling` is the largest value that is looked for. */
export function proveAll(
  subject: Subject,
  query: NetworkQuery,
  maxStates = 20_000,
  ceiling?: number,
): readonly Proved[] {
  const { network } = subject.made;
  const verdict = verify(network, query, { trace: "some", maxStates, knobs: { ceiling } });
  const { outcome } = verdict;
  const proofs = obligationsOf(query, verdict);
  if (typeof proofs === "string" || (outcome !== "satisfied" && outcome !== "violated"))
    return [{ verdict, reason: `${proofs}` }];
  const claim = { query: query.text, outcome, sha256: sha256(subject.bytes) };
  return proofs.map((proof): Proved => {
    const lines: string[] = [];
    const known = proof.query === query ? verdict : undefined;
    const write = (line: string): void => void lines.push(line);
    const checker = advice(subject.bytes, subject.name);
    const turns = certificateInTurns(network, proof, claim, write, { maxStates }, known, checker);
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    if (typeof turn.value === "string") return { verdict, reason: turn.value };
    return { verdict, lines, judgement: judge(subject, lines) };
  });
}

export function judge({ bytes, name }: Subject, lines: readonly string[]): Judgement {
  return certify(bytes, name, new TextEncoder().encode(lines.join("")));
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
