import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The editor's programming interface as an extension sees it, made of its own declarations: whatever they do not name cannot
 * be used, and fails. Functions do nothing and give back something that can be disposed of, unless `given` says otherwise.
 */
export type Api = Record<string, unknown>;

const require = createRequire(import.meta.url);

export function editorApi(given: Readonly<Record<string, Api>>): Api {
  const text = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
  const classes = [...text.matchAll(/^\texport (?:abstract )?class (\w+)/gm)].map((match) => match[1]!);
  const enums = [...text.matchAll(/^\texport enum (\w+)/gm)].map((match) => match[1]!);
  const spaces = [...text.matchAll(/^\texport namespace (\w+) \{([\s\S]*?)^\t\}/gm)];
  const api: Api = { version: "1.140.0" };
  for (const name of classes) api[name] = known[name] ?? class {};
  for (const name of enums) api[name] = new Proxy({}, { get: (_, key) => (typeof key === "string" ? key : undefined) });
  const standard: Readonly<Record<string, Api>> = {
    window: {
      createOutputChannel: () => log,
      showErrorMessage: later,
      visibleTextEditors: [],
      tabGroups: { all: [], onDidChangeTabs: nothing },
    },
    workspace: { textDocuments: [], workspaceFolders: undefined },
    languages: { createDiagnosticCollection: () => ({ set: silent, delete: silent, clear: silent, dispose: silent }) },
    env: { language: "en" },
  };
  for (const [, name, body] of spaces) {
    const names = [...body!.matchAll(/^\t\texport (?:function|const|let) (\w+)/gm)].map((match) => match[1]!);
    const all = Object.fromEntries(names.map((member) => [member, nothing as unknown]));
    api[name!] = strict(name!, { ...all, ...standard[name!], ...given[name!] });
  }
  return strict("vscode", api);
}

/** Loads the extension as it is packed, one file; whatever it wants of the editor is the given one's. */
export function loadExtension(file: string, api: Api): { activate(context: unknown): Promise<void> } {
  const module = { exports: {} as { activate(context: unknown): Promise<void> } };
  const wanted = (id: string): unknown => (id === "vscode" ? api : require(id));
  new Function("require", "module", "exports", readFileSync(file, "utf8"))(wanted, module, module.exports);
  return module.exports;
}

function strict(name: string, members: Api): Api {
  return new Proxy(members, {
    get: (target, key) => {
      if (typeof key === "string" && !(key in target) && key !== "then" && key !== "default" && key !== "__esModule")
        throw new Error(`the editor has no ${name}.${key}`);
      return target[key as string];
    },
  });
}

function nothing() {
  return { dispose: () => undefined };
}

const silent = (): void => undefined;
const later = async (): Promise<void> => undefined;
const words = ["append", "appendLine", "error", "warn", "info", "debug", "trace", "show", "clear", "dispose"];
const log = { ...Object.fromEntries(words.map((word) => [word, silent])), onDidChangeLogLevel: nothing, logLevel: 0 };

class Place {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

interface Kind {
  readonly value: string;
  readonly append: (part: string) => Kind;
}
const kind = (value: string): Kind => ({ value, append: (part) => kind(value === "" ? part : `${value}.${part}`) });

/** The few things whose values matter here. */
const known: Readonly<Record<string, unknown>> = {
  CodeActionKind: { Empty: kind(""), QuickFix: kind("quickfix"), Refactor: kind("refactor") },
  Position: Place,
  Range: class {
    readonly all: readonly unknown[];
    constructor(...all: readonly unknown[]) {
      this.all = all;
    }
  },
  TestMessage: class {
    readonly message: string;
    constructor(message: string) {
      this.message = message;
    }
  },
  Uri: {
    parse: (text: string) => ({
      toString: () => text,
      fsPath: text.replace(/^file:\/\//, ""),
      scheme: text.split(":")[0],
    }),
  },
  WorkspaceEdit: class {
    readonly edits: unknown[] = [];
    replace(...edit: readonly unknown[]): void {
      this.edits.push(edit);
    }
  },
  EventEmitter: class {
    readonly event = nothing;
    fire(): void {}
    dispose(): void {}
  },
  Disposable: class {
    static from = nothing;
    static create = nothing;
    dispose(): void {}
  },
};
