import {
  boundText,
  type Diagnostic,
  type EdgeTexts,
  type Finding,
  hasErrors,
  type JUnitCase,
  outcomeWords,
  type Statistics,
  traceToJson,
  traceToText,
  type Verdict,
  verdictToJson,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic } from "../io/json.ts";
import { paint } from "../io/paint.ts";
import { bytes, group } from "../io/progress.ts";
import { type Place, report } from "../model/report.ts";
import { sha256 } from "../process/machine.ts";
import type { Answer } from "./answer.ts";
import { aloneLines, roadLines, whyLines } from "./roads.ts";

/** Answers in all their forms: for people, as JSON, and as entries of the files that `resultfiles.ts` writes. */
const expectedWords = {
  success: "satisfied",
  failure: "NOT satisfied",
  maybe_true: "MAY be satisfied",
  maybe_false: "MAY NOT be satisfied",
  error: "an error",
} as const;

/** One answer for people: a line, then what belongs to it. */
export function answerText(
  answer: Answer,
  model: Place,
  texts: EdgeTexts,
  options: {
    readonly statistics?: boolean;
    readonly trace?: boolean;
    readonly why?: boolean;
    readonly ending?: readonly string[];
  },
  io: Io,
): string {
  const { question, verdict, standing, seconds, estimate } = answer;
  const tone = standing === "expected" ? "green" : standing === "inconclusive" ? "yellow" : "red";
  const word =
    verdict === undefined
      ? "error"
      : verdict.fault?.origin.file === "query"
        ? "fault in the query"
        : outcomeWords[verdict.outcome];
  const wanted = question.expect?.outcome;
  const remark =
    wanted === undefined ? "" : standing === "expected" ? ", as expected" : `, expected ${expectedWords[wanted]}`;
  const reason =
    verdict?.reason === undefined || verdict.outcome === "fault" ? "" : ` (${verdict.reason}${tried(verdict)})`;
  const lines = [
    `${question.number}. ${question.text}: ${paint(tone, word, io.colorOut)}${remark}${reason}${answer.kept ? " (kept)" : ""}`,
  ];
  if (verdict?.values !== undefined) {
    const kind = question.kind === "inf" || question.kind === "bounds" ? question.kind : "sup";
    lines.push(...verdict.values.map((value) => `   ${boundText(kind, value)}`));
    if (question.expect?.value !== undefined && standing === "otherwise")
      lines.push(`   expected ${question.expect.value}`);
  }
  if (answer.told !== undefined) {
    lines.push(...answer.told.lines.map((line) => `   ${line}`));
    if (question.expect?.value !== undefined && standing === "otherwise")
      lines.push(`   expected ${question.expect.value}`);
    if (options.statistics) lines.push(...runLines(answer));
  }
  if (verdict !== undefined) lines.push(...aloneLines(verdict));
  if (options.why && verdict !== undefined) lines.push(...whyLines(verdict));
  if (options.statistics && verdict !== undefined && estimate === undefined) {
    const { explored, stored, transitions, memory, threads } = verdict.statistics;
    lines.push(
      `   ${group(explored)} states explored, ${group(stored)} stored, ${group(transitions)} transitions, ${bytes(memory)}, ${seconds.toFixed(2)} s${threads === undefined ? "" : `, ${threads} threads`}`,
    );
    lines.push(...partLines(verdict.statistics));
    if (verdict.statistics.symmetry !== undefined) lines.push(...symmetryLines(verdict.statistics.symmetry));
    lines.push(...roadLines(verdict));
  }
  if (options.trace && verdict?.trace !== undefined) lines.push("", indent(traceToText(verdict.trace, texts)));
  if (options.trace) lines.push(...(options.ending ?? []));
  if (options.trace && verdict?.traceReason !== undefined) lines.push(`   no trace: ${verdict.traceReason}`);
  return `${lines.join("\n")}\n${faultText(answer, model, io)}`;
}

/** What the memory of a search is made of, where states are made small. */
function partLines({ parts, stored }: Verdict["statistics"]): string[] {
  if (parts === undefined || stored === 0) return [];
  const each = (all: number) => group(Math.round(all / stored));
  const { zones, discrete, trees, tables, waiting, rest, active } = parts;
  const clocks =
    active && `; ${active.mean.toFixed(1)} of ${active.of} clocks active on average, ${active.most} at most`;
  const beside = `${bytes(trees)} trees of zones, ${bytes(tables)} hash tables, ${bytes(waiting)} lists of what waits, ${bytes(rest)} rest`;
  return [
    `   of each state ${each(zones)} bytes for zones, ${each(discrete)} for the discrete part${clocks ?? ""}`,
    `   of the memory ${bytes(zones)} zones, ${bytes(discrete)} discrete parts, ${beside}`,
    `   the process has used ${bytes(1024 * process.resourceUsage().maxRSS)} at most`,
  ];
}

/** What an estimate cost, and how to have it again. */
function runLines({ estimate, verdict, seconds }: Answer): string[] {
  if (estimate === undefined || verdict === undefined) return [];
  const { runs, parameters } = estimate;
  const { seed, alpha, beta, epsilon } = parameters;
  return [
    `   ${group(runs)} runs, ${group(verdict.statistics.transitions)} transitions, ${seconds.toFixed(2)} s; seed ${seed}, alpha ${alpha}, beta ${beta}, epsilon ${epsilon}`,
  ];
}

/** How far a search came that ended without an answer. */
function tried({ outcome, statistics: { explored, stored } }: Verdict): string {
  return outcome !== "unknown" || explored === 0 ? "" : `; ${group(explored)} states explored, ${group(stored)} stored`;
}

/** Which elements were taken for one another, and whether each orbit had one representative. */
function symmetryLines({ sets, canonical }: NonNullable<Statistics["symmetry"]>): string[] {
  const lines = sets.map(({ name, size, used, group: kind, reason }) => {
    const why = reason === undefined ? "" : `: ${reason}`;
    if (kind === "none") return `   symmetry of ${name} not used${why}`;
    const what = kind === "rotations" ? "a ring of" : "permutations of";
    return `   symmetry of ${name}: ${what} ${used === size ? size : `${used} of ${size}`} elements${kind === "rotations" ? "" : why}`;
  });
  if (canonical !== undefined)
    lines.push(`   representatives ${canonical ? "were canonical" : "were not always known to be canonical"}`);
  return lines;
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `   ${line}`))
    .join("\n");
}

/** What is wrong with the query, or the run-time fault of the model, with its place. */
export function faultText({ question, verdict }: Answer, model: Place, io: Io): string {
  if (verdict === undefined) return question.diagnostics.map((d) => report(d, question.place, io.colorOut)).join("");
  const found = faultDiagnostic(verdict.fault);
  if (found === undefined || verdict.fault === undefined) return "";
  const state = verdict.fault.state === undefined ? "" : `  in the state: ${verdict.fault.state}\n`;
  return report(found, verdict.fault.origin.file === "query" ? question.place : model, io.colorOut) + state;
}

function faultDiagnostic(fault: NonNullable<Answer["verdict"]>["fault"]): Diagnostic | undefined {
  if (fault === undefined) return undefined;
  const { edge } = fault;
  const where =
    edge === undefined ? "" : `, on the edge ${edge.process}.${edge.source} -> ${edge.process}.${edge.target}`;
  return { code: `fault-${fault.kind}`, severity: "error", span: fault.origin, message: `${fault.message}${where}` };
}

export function answerJson(
  { question, verdict, told, standing, seconds, certificate, kept }: Answer,
  texts: EdgeTexts,
  trace: boolean,
): object {
  const { number, text, comment, expect, diagnostics, place, span } = question;
  const { line, column, xpath } = place.locator.locate(span);
  return {
    number,
    text,
    sha256: sha256(text),
    ...(comment === undefined ? {} : { comment }),
    file: place.name,
    line,
    column,
    ...(xpath === undefined ? {} : { xpath }),
    ...(expect?.outcome === undefined ? {} : { expected: expect.outcome }),
    standing,
    outcome: verdict === undefined ? "error" : verdict.outcome,
    seconds: Math.round(seconds * 1000) / 1000,
    ...(kept ? { kept } : {}),
    ...(verdict === undefined ? {} : { ...verdictToJson(verdict), query: undefined }),
    ...(told === undefined ? {} : { estimate: told.json }),
    ...(certificate === undefined ? {} : { certificates: certificate.json }),
    ...(trace && verdict?.trace !== undefined ? { trace: traceToJson(verdict.trace, texts) } : {}),
    ...(diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)) }),
  };
}

/** What the files of results have of one answer; plain data, so that whoever stands behind a run can write them. */
export interface Entry {
  readonly junit: JUnitCase;
  readonly sarif: readonly Finding[];
}

export function entryOf(answer: Answer, model: Place, io: Io): Entry {
  return { junit: junitCase(answer, model, io), sarif: sarifFindings(answer, model) };
}

function junitCase(answer: Answer, model: Place, io: Io): JUnitCase {
  const plain: Io = { ...io, colorOut: false };
  const { question, verdict, standing, seconds } = answer;
  const outcome = ({ expected: "passed", otherwise: "failed", inconclusive: "skipped", wrong: "error" } as const)[
    standing
  ];
  const name = `${question.number}. ${question.text}`;
  if (outcome === "passed") return { name, seconds, outcome };
  return {
    name,
    seconds,
    outcome,
    message: messageOf(answer),
    detail: answerText(answer, model, () => undefined, { trace: verdict?.trace !== undefined }, plain),
  };
}

function messageOf({ question, verdict }: Answer): string {
  if (verdict === undefined) return question.diagnostics[0]?.message ?? "the query is wrong";
  const wanted = question.expect?.outcome;
  return `${outcomeWords[verdict.outcome]}${verdict.reason === undefined ? "" : `: ${verdict.reason}`}${wanted === undefined ? "" : `; expected ${expectedWords[wanted]}`}`;
}

function sarifFindings(answer: Answer, model: Place): readonly Finding[] {
  const { question, verdict, standing } = answer;
  const faults = verdict === undefined ? question.diagnostics.filter((d) => hasErrors([d])) : [];
  const findings = faults.map((d) => finding(d, question.place));
  const fault = faultDiagnostic(verdict?.fault);
  if (fault !== undefined)
    return [...findings, finding(fault, verdict?.fault?.origin.file === "query" ? question.place : model)];
  if (faults.length > 0 || standing === "expected") return findings;
  const [rule, level] =
    standing === "inconclusive" ? (["query-unknown", "warning"] as const) : (["query-failed", "error"] as const);
  const message = `${question.text}: ${messageOf(answer)}`;
  const place = question.place.locator.locate(question.span);
  return [{ rule, level, message, file: question.place.name, place }];
}

export function finding({ code, severity, message, span }: Diagnostic, { name, locator }: Place): Finding {
  return { rule: code, level: severity, message, file: name, place: locator.locate(span) };
}
