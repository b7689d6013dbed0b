import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/**
 * Keeps the house livable: who may import whom, no circle of imports, no file that nobody reaches, nothing exported that nobody
 * takes, no long function, dependencies with a reason.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const allowed: Record<string, readonly string[]> = {
  base: [],
  zones: ["base"],
  statistics: ["base"],
  syntax: ["base"],
  model: ["base", "syntax"],
  edit: ["base", "syntax", "model"],
  network: ["base", "syntax", "model"],
  analysis: ["base", "zones", "syntax", "model", "network"],
  transform: ["base", "syntax", "model", "network", "analysis"],
  reduce: ["base", "zones", "network", "analysis"],
  engine: ["base", "zones", "network", "analysis"],
  trace: ["base", "zones", "network", "analysis", "reduce", "engine"],
  search: ["base", "zones", "network", "analysis", "reduce", "engine", "trace"],
  refine: ["base", "zones", "network", "analysis", "engine", "trace", "search"],
  lint: ["base", "syntax", "model", "network", "analysis", "engine", "trace", "search"],
  explain: ["base", "model", "lint"],
  stochastic: ["base", "statistics", "syntax", "model", "network", "engine", "trace", "search"],
  online: [
    "base",
    "zones",
    "syntax",
    "model",
    "network",
    "analysis",
    "reduce",
    "transform",
    "engine",
    "trace",
    "search",
  ],
  sweep: ["base", "transform", "search"],
  output: [
    "base",
    "zones",
    "statistics",
    "syntax",
    "model",
    "network",
    "trace",
    "search",
    "refine",
    "stochastic",
    "online",
    "sweep",
  ],
};

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:^(?:import|export)\b[^"=(]*?\bfrom\s*|^import\s*|\bimport\(\s*)"([^"]+)"/gm)].map(
    (match) => match[1]!,
  );
}

/** The file an import names, as a path from the root; undefined for packages. */
function target(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return normalize(join(dirname(file), specifier))
    .split(sep)
    .join("/");
}

/** The names that a file exports: declared there, or handed on from another file. */
function exportsOf(text: string): string[] {
  const kinds = "(?:abstract class|async function|class|const|function\\*?|interface|let|type)";
  const declared = [...text.matchAll(new RegExp(`^export ${kinds} (\\w+)`, "gm"))].map((match) => match[1]!);
  const handedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((match) => match[1]!.split(","));
  return [...declared, ...handedOn.map((part) => part.trim().split(/\s+/).at(-1)!)].filter((name) => name !== "");
}

const LONGEST = 70;

/** The files of each circle of imports, after Tarjan 1972. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    index.set(file, index.size);
    let least = index.get(file)!;
    stack.push(file);
    for (const to of imports.get(file) ?? []) {
      if (!imports.has(to)) continue;
      if (!index.has(to)) least = Math.min(least, visit(to));
      else if (stack.includes(to)) least = Math.min(least, low.get(to) ?? index.get(to)!);
      low.set(file, least);
    }
    if (least === index.get(file)) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return least;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** Functions of a file with more lines than allowed, by the names around them. */
function longFunctions(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  if (text.split("\n").length <= LONGEST) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const long: string[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node, around: string): void => {
    const { name } = node as { name?: ts.Node };
    const here = name !== undefined && ts.isIdentifier(name) ? name.text : around;
    const isFunction = ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
    if (isFunction && lineOf(node.end) - lineOf(node.getStart(source)) >= LONGEST) long.push(`${file}: ${here}`);
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(source, "");
  return long;
}

const sources = filesBelow("src");
const apps = filesBelow("apps");

describe("boundaries", () => {
  test("a folder of src imports only folders before it, through their door", () => {
    const wrong: string[] = [];
    for (const file of sources) {
      const [, folder, ...rest] = file.split("/");
      if (rest.length === 0) continue;
      for (const specifier of importsOf(file)) {
        const to = target(file, specifier);
        if (to === undefined) {
          wrong.push(`${file} imports the package ${specifier}`);
          continue;
        }
        const [, other, ...path] = to.split("/");
        if (other === folder) continue;
        if (!allowed[folder!]?.includes(other!)) wrong.push(`${file} imports ${to}, which is not before it`);
        else if (path.join("/") !== "index.ts") wrong.push(`${file} imports ${to} past its door`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("apps import src/index.ts only", () => {
    const wrong = apps
      .filter((file) => !file.startsWith("apps/certify/"))
      .flatMap((file) =>
        importsOf(file)
          .map((specifier) => target(file, specifier))
          .filter((to) => to?.startsWith("src/") && to !== "src/index.ts")
          .map((to) => `${file} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test("the checker of certificates shares only the reading and typing of models", () => {
    const own = apps.filter((file) => file.startsWith("apps/certify/"));
    const shared = ["src/syntax/index.ts", "src/model/index.ts"];
    const wrong = own.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => {
          const to = target(file, specifier);
          return to === undefined ? !specifier.startsWith("node:") : !own.includes(to) && !shared.includes(to);
        })
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(own.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  test("src has no IO, clock or randomness", () => {
    const wrong: string[] = [];
    for (const file of sources) {
      const text = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      for (const word of ["Math.random", "Date.now", "performance.now", "process.", "console.", '"node:']) {
        const at = new RegExp(`(?<![\\w.])${word.replace(".", "\\.")}`);
        if (
          word === "process."
            ? /(?<![\w.])process\.(env|argv|stdout|stderr|exit|memoryUsage|hrtime|on)\b/.test(text)
            : at.test(text)
        ) {
          wrong.push(`${file} uses ${word}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("long lists", () => {
  test("no list is spread into the arguments of a call that takes as many as there are", () => {
    const wrong: string[] = [];
    for (const file of sources) {
      const tree = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && node.arguments.some(ts.isSpreadElement)) {
          const callee = node.expression.getText();
          if (/(\.(push|unshift|splice|concat)|^Math\.(max|min))$/.test(callee))
            wrong.push(`${file}:${tree.getLineAndCharacterOfPosition(node.pos).line + 1}: ${callee}(...)`);
        }
        ts.forEachChild(node, visit);
      };
      visit(tree);
    }
    expect(wrong, "use append, greatest and smallest of src/base/lists.ts").toEqual([]);
  });
});

describe("circles and lengths", () => {
  test("no files import each other in a circle", () => {
    const imports = new Map(
      sources.map((file) => [file, importsOf(file).flatMap((specifier) => target(file, specifier) ?? [])]),
    );
    expect(cyclesOf(imports).map((cycle) => cycle.join(" "))).toEqual([]);
  });

  test("no function of src, the commands and the checker is longer than 70 lines, but for those that were", () => {
    const bounded = [...sources, ...apps.filter((file) => /^apps\/(cli|certify)\//.test(file))];
    // This list can only become shorter.
    const long = [
      "apps/cli/process/quick.ts: quickly",
      "apps/cli/verifyta/options.ts: parseVerifyta",
      "apps/cli/verifyta/options.ts: apply",
    ];
    expect(bounded.flatMap(longFunctions)).toEqual(long);
  });
});

describe("exports", () => {
  test("whatever a file exports is named in another that imports it, but for the public doors", () => {
    const exporters = [...sources, ...apps, ...filesBelow("bench")];
    const files = [...exporters, ...filesBelow("test")];
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
    const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]));
    const importers = new Map<string, Set<string>>();
    const passed = new Map<string, string[]>();
    for (const file of files) {
      for (const specifier of importsOf(file)) {
        const to = target(file, specifier)!;
        if (!importers.has(to)) importers.set(to, new Set());
        importers.get(to)!.add(file);
      }
      for (const [, specifier] of texts.get(file)!.matchAll(/^export (?:type )?\*(?: as \w+)? from "([^"]+)"/gm)) {
        const to = target(file, specifier!)!;
        passed.set(to, [...(passed.get(to) ?? []), file]);
      }
    }
    const takers = (file: string): string[] => [
      ...(importers.get(file) ?? []),
      ...(passed.get(file) ?? []).flatMap((by) => takers(by)),
    ];
    const doors = ["src/index.ts", "apps/certify/index.ts"];
    const isPublic = (file: string): boolean => doors.includes(file) || (passed.get(file)?.some(isPublic) ?? false);
    // One is called by VS Code, the other by the files that the bundle begins with.
    const calledElsewhere = ["apps/vscode/extension.ts: activate", "apps/cli/bundle/code.ts: start"];
    const unused = exporters
      .filter((file) => !isPublic(file))
      .flatMap((file) => {
        const by = takers(file);
        return exportsOf(texts.get(file)!)
          .filter((name) => !by.some((other) => words.get(other)?.has(name)))
          .map((name) => `${file}: ${name}`);
      });
    expect(unused.sort()).toEqual(calledElsewhere.sort());
  });
});

describe("files", () => {
  test("every source file is reached from a door", () => {
    const reached = new Set<string>();
    const pending = ["src/index.ts", ...apps, ...filesBelow("bench"), ...filesBelow("test")];
    for (let file = pending.pop(); file; file = pending.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      for (const specifier of importsOf(file)) {
        const to = target(file, specifier);
        if (to && /\.tsx?$/.test(to)) pending.push(to);
      }
    }
    expect(sources.filter((file) => !reached.has(file))).toEqual([]);
  });

  test("no file of src or apps is longer than 500 lines", () => {
    const long = [...sources, ...apps].filter(
      (file) => readFileSync(join(root, file), "utf8").split("\n").length > 501,
    );
    expect(long).toEqual([]);
  });

  test("every dependency has its line of reason in CONTRIBUTING.md", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >;
    const reasons = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
    const names = Object.keys({ ...dependencies, ...devDependencies });
    expect(names.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
  });
});
