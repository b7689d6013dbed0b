import { type Connection, DiagnosticSeverity, type Diagnostic as Told } from "vscode-languageserver";
import { type Diagnostic, hasErrors, type LintFinding, type Span } from "../../src/index.ts";
import type { Documents } from "./documents.ts";
import { findingSteps, findingsOf } from "./linting.ts";
import { rangeOf } from "./places.ts";

/**
 * Tells what is wrong with a text, shortly after it changed: who types fast is not held up. What lint finds takes longer and
 * is looked for in a pause, one rule after the other, and no longer than the pause lasts; until then what it found before
 * stands where its text has moved to. A change of a model is told to the open files of queries about it, too.
 */
const PAUSE = 20;
const LONGER = 300;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

export class Diagnosing {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #due = new Map<string, NodeJS.Timeout>();
  /** What lint found in a text that was right. */
  readonly #last = new Map<string, { readonly text: string; readonly findings: readonly LintFinding[] }>();

  constructor(connection: Connection, documents: Documents) {
    this.#connection = connection;
    this.#documents = documents;
  }

  soon(uri: string): void {
    this.#later(uri, PAUSE, () => {
      this.#tell(uri, (of) => this.#moved(of));
      this.#later(uri, LONGER, () => this.#look(uri, findingSteps(uri, this.#documents)));
    });
  }

  /** A change, of this text or another, comes between two steps; of this one it ends them. */
  #look(uri: string, steps: Generator<undefined, readonly LintFinding[]>): void {
    const { done, value } = steps.next();
    if (!done) return this.#later(uri, 0, () => this.#look(uri, steps));
    this.#drop(uri);
    this.#keep(uri, value);
    this.#tell(uri, (of) => (of === uri ? value : this.#found(of)));
  }

  now(uri: string): void {
    this.#drop(uri);
    this.#tell(uri, (of) => this.#found(of));
  }

  /** A closed text has no faults any more, as far as the editor is concerned. */
  forget(uri: string): void {
    this.#drop(uri);
    this.#last.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Nobody listens any more. */
  end(): void {
    for (const uri of [...this.#due.keys()]) this.#drop(uri);
  }

  #later(uri: string, milliseconds: number, run: () => void): void {
    this.#drop(uri);
    this.#due.set(uri, setTimeout(run, milliseconds));
  }

  #drop(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
  }

  /** What lint finds now. */
  #found(uri: string): readonly LintFinding[] {
    const findings = findingsOf(uri, this.#documents);
    this.#keep(uri, findings);
    return findings;
  }

  #keep(uri: string, findings: readonly LintFinding[]): void {
    const text = this.#documents.get(uri)?.getText() ?? "";
    // Of a text that is wrong nothing is found, and what was found before is still wanted when it is right again.
    if (!hasErrors(this.#documents.faults(uri))) this.#last.set(uri, { text, findings });
  }

  /** What lint found last, where the text of it is now; what was changed itself is left out. */
  #moved(uri: string): readonly LintFinding[] {
    const last = this.#last.get(uri);
    if (last === undefined || hasErrors(this.#documents.faults(uri))) return [];
    const to = moving(last.text, this.#documents.get(uri)?.getText() ?? "");
    return last.findings.flatMap((finding) => {
      const span = to(finding.span);
      return span === undefined ? [] : [{ ...finding, span }];
    });
  }

  #tell(uri: string, findings: (uri: string) => readonly LintFinding[]): void {
    for (const of of [uri, ...this.#documents.askersOf(uri).filter((other) => other !== uri)]) {
      const document = this.#documents.get(of);
      if (document === undefined) continue;
      const said = [...this.#documents.faults(of).map(asTold), ...findings(of).map(foundAsTold)];
      const diagnostics = said.map(({ span, ...rest }) => ({ ...rest, range: rangeOf(document, span) }));
      void this.#connection.sendDiagnostics({ uri: of, version: document.version, diagnostics });
    }
  }
}

type Said = Omit<Told, "range"> & { readonly span: Span };

function asTold({ code, severity, span, message, hint }: Diagnostic | (LintFinding & { readonly code: string })): Said {
  const words = hint === undefined ? message : `${message}\n${hint}`;
  return { severity: severities[severity], code, source: "zonal", message: words, span };
}

/** With where the rule is told. */
function foundAsTold(finding: LintFinding): Said {
  const href = `${lintPage}#:~:text=${encodeURIComponent(finding.rule)}`;
  return { ...asTold({ ...finding, code: finding.rule }), codeDescription: { href } };
}

const lintPage = "https://github.com/zonal-project/zonal/blob/main/docs/guide/lint.md";

/** Where a place of a text is in another that differs from it in one stretch; undefined inside it. */
function moving(before: string, after: string): (span: Span) => Span | undefined {
  const most = Math.min(before.length, after.length);
  let [start, rest] = [0, 0];
  while (start < most && before[start] === after[start]) start++;
  while (rest < most - start && before[before.length - 1 - rest] === after[after.length - 1 - rest]) rest++;
  const [end, by] = [before.length - rest, after.length - before.length];
  return (span) => {
    if (span.end <= start) return span;
    return span.start >= end ? { start: span.start + by, end: span.end + by } : undefined;
  };
}
