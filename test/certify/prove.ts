import { createHash } from "node:crypto";
import { certify } from "../../apps/certify/certify.ts";
import type { Judgement } from "../../apps/certify/checking.ts";
import {
  check,
  checkQuery,
  coverInTurns,
  coverToCertificate,
  endsInTurns,
  endsToCertificate,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiate,
  instantiateQuery,
  limitQuery,
  type NetworkQuery,
  parseQuery,
  read,
  traceToCertificate,
  type Verdict,
  verify,
  whyNotCertified,
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

/** Answers a query, writes its certificate and has it checked. */
export function prove(subject: Subject, query: NetworkQuery, maxStates = 20_000): Proved {
  const { network } = subject.made;
  const verdict = verify(network, query, { trace: "some", maxStates });
  const { outcome, trace } = verdict;
  if (outcome !== "satisfied" && outcome !== "violated") return { verdict, reason: `the outcome is ${outcome}` };
  const whyNot = whyNotCertified(network, query);
  if (whyNot !== undefined) return { verdict, reason: whyNot };
  const lines: string[] = [];
  const claim = { query: query.text, outcome, sha256: sha256(subject.bytes) };
  const write = (line: string): void => void lines.push(line);
  const isFound = (query.kind === "E<>") === (outcome === "satisfied");
  const isLiveness = query.kind === "A<>" || query.kind === "-->" || query.kind === "E[]";
  if ((!isLiveness && query.kind !== "E<>" && query.kind !== "A[]") || (query.kind === "-->" && outcome === "violated"))
    return { verdict, reason: `queries ${query.kind}` };
  const isStaying = isLiveness && (query.kind === "E[]") === (outcome === "satisfied");
  if (isLiveness && !isStaying) {
    const turns = endsInTurns(network, query, { maxStates });
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    if (turn.value.kind === "uncovered") return { verdict, reason: turn.value.reason };
    endsToCertificate(turn.value, network, claim, write);
  } else if (isFound || isStaying) {
    if (trace === undefined || traceToCertificate(trace, network, claim, write) === undefined)
      return { verdict, reason: verdict.traceReason ?? trace?.concreteReason ?? `it is a ${trace?.ending}` };
  } else {
    const turns = coverInTurns(network, query, { maxStates });
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    if (turn.value.kind === "uncovered") return { verdict, reason: turn.value.reason };
    coverToCertificate(turn.value, network, claim, write);
  }
  return { verdict, lines, judgement: judge(subject, lines) };
}

/** The same for each finite limit of `sup` or `inf`: that nothing is beyond it, and that it is reached. */
export function proveLimits(subject: Subject, query: NetworkQuery, maxStates = 20_000): readonly Judgement[] {
  const { network } = subject.made;
  const { values = [] } = verify(network, query, { maxStates, knobs: { ceiling: 64 } });
  return values.flatMap(({ intervals, unknown }, term) => {
    const [low, high] = [intervals[0], intervals.at(-1)];
    const [bound, strict] = query.kind === "inf" ? [low?.low, low?.lowStrict] : [high?.high, high?.highStrict];
    if (bound === undefined || strict === undefined || unknown !== undefined || !Number.isFinite(bound)) return [];
    const limit = { term, bound, strict };
    const claim = { query: query.text, outcome: "satisfied" as const, sha256: sha256(subject.bytes), limit };
    const [beyond, at]: [string[], string[]] = [[], []];
    const turns = coverInTurns(network, limitQuery(query, limit, "beyond"), { maxStates });
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    if (turn.value.kind === "cover") coverToCertificate(turn.value, network, claim, (line) => beyond.push(line));
    const { trace } = verify(network, limitQuery(query, limit, "at"), { maxStates, trace: "some" });
    if (!strict && trace !== undefined) traceToCertificate(trace, network, claim, (line) => at.push(line));
    return [beyond, at].filter((lines) => lines.length > 0).map((lines) => judge(subject, lines));
  });
}

export function judge({ bytes, name }: Subject, lines: readonly string[]): Judgement {
  return certify(bytes, name, new TextEncoder().encode(lines.join("")));
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
