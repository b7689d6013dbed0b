import { type Diagnostic, wants } from "../base/index.ts";
import { type Model, warningCodes } from "../model/index.ts";
import type { Limits } from "../search/index.ts";
import { parseQueryFile, type UppaalSource } from "../syntax/index.ts";
import { type LintConfig, noConfig } from "./config.ts";
import { type Facts, factsOf } from "./facts.ts";
import { proverOf } from "./prover.ts";
import { lintRules } from "./registry.ts";
import type { Found, LintFinding, Rule, Severity } from "./rule.ts";
import { silencer } from "./suppress.ts";

/**
 * Asks every rule about a model and its queries. What checking warns of is among the findings, under its own code; a model
 * that is wrong is not linted: `errors` say what is wrong. Findings are in the order of the text.
 */
export interface LintOptions {
  readonly config?: LintConfig;
  /** Only these rules, by id. */
  readonly only?: readonly string[];
  /** What the rules may look at: the tree alone, the network too, or whatever the engine proves (the default). */
  readonly depth?: Rule["kind"];
  /** The text of a file of queries about the model. */
  readonly queries?: string;
  /** The model of the source, where it is checked already. */
  readonly model?: Model;
  /** Of the proofs. */
  readonly limits?: Limits;
}

export interface Linted {
  readonly findings: readonly LintFinding[];
  /** What could not be settled, and why. */
  readonly notes: readonly string[];
  readonly errors: readonly Diagnostic[];
}

/** The ids that can be named: those of rules, and the codes of warnings. */
export const lintIds: readonly string[] = [...lintRules.map(({ id }) => id), ...Object.keys(warningCodes)];

const depths: readonly Rule["kind"][] = ["tree", "network", "proved"];

export function lint(source: UppaalSource, options: LintOptions = {}): Linted {
  wants("lint", source, "source");
  const steps = ruleByRule(source, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, one rule at each step, for those who have other things to do between them. */
export function lintSteps(source: UppaalSource, options: LintOptions = {}): Generator<undefined, Linted> {
  wants("lintSteps", source, "source");
  return ruleByRule(source, options);
}

function* ruleByRule(source: UppaalSource, options: LintOptions): Generator<undefined, Linted> {
  const { queries: text, limits = {}, depth = "proved" } = options;
  const { entries } = text === undefined ? { entries: [] } : parseQueryFile(text, source);
  const { model, facts } = factsOf(source, entries, counting(limits), options.model);
  const said = [...source.diagnostics, ...model.diagnostics];
  if (facts === undefined)
    return { findings: [], notes: [], errors: said.filter(({ severity }) => severity === "error") };
  const speaking = new Speaking(options);
  const found = said.flatMap((d) => speaking.finding(d.code, "warning", d) ?? []);
  for (const rule of lintRules) {
    if (depths.indexOf(rule.kind) > depths.indexOf(depth) || !speaking.speaks(rule.id, rule.severity)) continue;
    yield;
    for (const one of rule.check(facts)) {
      const finding = speaking.finding(rule.id, rule.severity, one);
      if (finding !== undefined) found.push(finding);
    }
  }
  return { findings: inOrder(unsilenced(found, source, text)), notes: notesOf(facts, depth), errors: [] };
}

function counting(limits: Limits): Limits {
  return limits.now === undefined || limits.since !== undefined ? limits : { ...limits, since: limits.now() };
}

class Speaking {
  private readonly config: LintConfig;
  private readonly only: readonly string[] | undefined;

  constructor({ config = noConfig, only }: LintOptions) {
    this.config = config;
    this.only = only;
  }

  /** How loudly a rule speaks; undefined if it does not. */
  speaks(id: string, severity: Severity): Severity | undefined {
    if (this.only !== undefined && !this.only.includes(id)) return undefined;
    const set = this.config.rules[id];
    return set === "off" ? undefined : (set ?? severity);
  }

  finding(
    rule: string,
    usual: Severity,
    { span, message, hint, ...rest }: Found | Diagnostic,
  ): LintFinding | undefined {
    const severity = this.speaks(rule, usual);
    if (severity === undefined) return undefined;
    const { file, fix, trace } = rest as Partial<Found>;
    return {
      rule,
      severity,
      span: { start: span.start, end: span.end },
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(file === undefined ? {} : { file }),
      ...(fix === undefined ? {} : { fix }),
      ...(trace === undefined ? {} : { trace }),
    };
  }
}

function unsilenced(
  found: readonly LintFinding[],
  source: UppaalSource,
  queries: string | undefined,
): readonly LintFinding[] {
  const model = silencer(source.text, source.tree);
  const asked = queries === undefined ? model : silencer(queries);
  return found.filter(({ rule, span, file }) => !(file === "query" ? asked : model)(rule, span));
}

function inOrder(found: readonly LintFinding[]): readonly LintFinding[] {
  const place = ({ file, span }: LintFinding): number => (file === "query" ? 2 ** 40 : 0) + span.start;
  return [...found].sort((a, b) => place(a) - place(b));
}

function notesOf(facts: Facts, depth: Rule["kind"]): readonly string[] {
  if (depth !== "proved") return [];
  return proverOf(facts)?.notes ?? ["nothing was proved, as symbolic verification does not take this model"];
}
