import { type Connection, DiagnosticSeverity } from "vscode-languageserver";
import type { Documents } from "./documents.ts";
import { findingsOf } from "./linting.ts";
import { rangeOf } from "./places.ts";

/**
 * Tells what is wrong with a text, shortly after it changed: who types fast is not held up. A change of a model is told to the open
 * files of queries about it, too.
 */
const PAUSE = 60;

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

export class Diagnosing {
  readonly #connection: Connection;
  readonly #documents: Documents;
  readonly #due = new Map<string, NodeJS.Timeout>();

  constructor(connection: Connection, documents: Documents) {
    this.#connection = connection;
    this.#documents = documents;
  }

  soon(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.set(
      uri,
      setTimeout(() => this.now(uri), PAUSE),
    );
  }

  now(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
    this.#tell(uri);
    for (const other of this.#documents.askersOf(uri)) if (other !== uri) this.#tell(other);
  }

  /** A closed text has no faults any more, as far as the editor is concerned. */
  forget(uri: string): void {
    clearTimeout(this.#due.get(uri));
    this.#due.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  #tell(uri: string): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    const findings = findingsOf(uri, this.#documents).map((finding) => ({ ...finding, code: finding.rule }));
    const diagnostics = [...this.#documents.faults(uri), ...findings].map(
      ({ code, severity, span, message, hint }) => ({
        range: rangeOf(document, span),
        severity: severities[severity],
        code,
        source: "zonal",
        message: hint === undefined ? message : `${message}\n${hint}`,
      }),
    );
    void this.#connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }
}
