import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  type CancellationToken,
  commands,
  type ExtensionContext,
  Range,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunProfileKind,
  type TestRunRequest,
  tests,
  type Uri,
  workspace,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Program } from "./program.ts";

/**
 * The test explorer: each query of an open model or query file is a test. It passes if the answer is the expected one, or,
 * where none is expected, if the query is satisfied. Its run can be cancelled; what speaks against it is shown as a chart.
 */
interface Asked {
  readonly text: string;
  readonly model: string;
  readonly expected?: string;
  readonly range: { readonly start: Place; readonly end: Place };
}
interface Place {
  readonly line: number;
  readonly character: number;
}

export function registerTests(context: ExtensionContext, program: Program, client: LanguageClient): void {
  const controller = tests.createTestController("zonal", "Queries of models");
  const asked = new WeakMap<TestItem, Asked>();
  const look = async (uri: Uri): Promise<void> => {
    // A command that the settings name may be an older one, which does not tell its queries.
    const request = client.sendRequest<readonly Asked[] | null>("zonal/queries", { uri: uri.toString() });
    const found = await request.catch(() => null);
    list(controller, uri, found ?? [], asked);
  };
  const isOurs = (languageId: string): boolean => /^(uppaal|uppaal-query|xml)$/.test(languageId);
  for (const { uri, languageId } of workspace.textDocuments) if (isOurs(languageId)) void look(uri);
  controller.createRunProfile("Verify", TestRunProfileKind.Run, async (request, cancel) => {
    await runTests(controller, request, cancel, program, asked);
  });
  context.subscriptions.push(
    controller,
    workspace.onDidOpenTextDocument(({ uri, languageId }) => isOurs(languageId) && look(uri)),
    workspace.onDidChangeTextDocument(({ document: { uri, languageId } }) => isOurs(languageId) && look(uri)),
    workspace.onDidCloseTextDocument(({ uri }) => controller.items.delete(uri.toString())),
  );
}

function list(controller: TestController, uri: Uri, found: readonly Asked[], asked: WeakMap<TestItem, Asked>): void {
  if (found.length === 0) return controller.items.delete(uri.toString());
  const file = controller.createTestItem(uri.toString(), basename(uri.fsPath), uri);
  file.children.replace(
    found.map((query, i) => {
      const item = controller.createTestItem(`${uri} ${i}`, query.text, uri);
      const { start, end } = query.range;
      item.range = new Range(start.line, start.character, end.line, end.character);
      if (query.expected !== undefined) item.description = `expected: ${query.expected}`;
      asked.set(item, query);
      return item;
    }),
  );
  controller.items.add(file);
}

async function runTests(
  controller: TestController,
  request: TestRunRequest,
  cancel: CancellationToken,
  program: Program,
  asked: WeakMap<TestItem, Asked>,
): Promise<void> {
  const chosen: TestItem[] = [];
  const add = (item: TestItem): void => {
    if (asked.has(item)) chosen.push(item);
    item.children.forEach(add);
  };
  const { include } = request;
  if (include === undefined) controller.items.forEach(add);
  else for (const item of include) add(item);
  const run = controller.createTestRun(request);
  for (const item of chosen) {
    if (cancel.isCancellationRequested) run.skipped(item);
    else await verify(run, item, asked.get(item)!, cancel, program);
  }
  run.end();
}

async function verify(run: TestRun, item: TestItem, query: Asked, cancel: CancellationToken, program: Program) {
  run.started(item);
  const folder = await mkdtemp(join(tmpdir(), "zonal-"));
  try {
    const chart = join(folder, "trace.svg");
    const limits = ["--timeout", String(program.timeout), "--trace", "some", "--trace-file", chart];
    const { out, err } = await program.run(["verify", "-", "-e", query.text, "--json", ...limits], query.model, cancel);
    if (cancel.isCancellationRequested) return run.skipped(item);
    const answer = outcomeIn(out) ?? (err.trim() || "no answer");
    run.appendOutput(`${query.text}: ${answer}\r\n`, undefined, item);
    const svg = await readFile(chart, "utf8").catch(() => undefined);
    if (agrees(answer, query.expected)) run.passed(item);
    else {
      run.failed(
        item,
        new TestMessage(`${answer}${query.expected === undefined ? "" : `, expected: ${query.expected}`}`),
      );
      if (svg !== undefined) await commands.executeCommand("zonal.showTrace", svg, query.text);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function outcomeIn(json: string): string | undefined {
  try {
    const { outcome, reason } = JSON.parse(json).queries[0];
    return reason === undefined ? String(outcome) : `${outcome}: ${reason}`;
  } catch {
    return undefined;
  }
}

/** Expectations are in UPPAAL's words, answers in ours. */
function agrees(answer: string, expected: string | undefined): boolean {
  const holds = /^satisfied\b/.test(answer);
  if (expected === "failure") return /^not satisfied\b/.test(answer);
  return holds;
}
