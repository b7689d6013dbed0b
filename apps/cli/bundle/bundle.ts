import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type OutputChunk } from "rolldown";

/**
 * Writes the commands into a folder: few files, with the code that V8 makes of them kept beside, since Node starts from
 * them several times as fast as from hundreds of small modules (docs/decisions/bundled-commands.md). Run from the project's
 * folder. The library itself is what `tsc` writes.
 */
export async function bundle(folder: string): Promise<void> {
  const [verify, runs] = [
    await modulesOf("apps/cli/verify/verify.ts"),
    await modulesOf("apps/cli/verify/estimates.ts"),
  ];
  await build({
    input: {
      code: "apps/cli/bundle/code.ts",
      keep: "apps/cli/bundle/keep.ts",
      ...Object.fromEntries(
        started.map((name) => [`${name}-main`, `apps/cli/${name === "part" ? "threads" : "process"}/${name}-main.ts`]),
      ),
    },
    platform: "node",
    logLevel: "silent",
    treeshake,
    output: {
      dir: folder,
      format: "cjs",
      chunkFileNames: "[name].chunk.js",
      cleanDir: true,
      // Code that V8 kept cannot import: Node 20 has forgotten how by then. `require` is what the loader gives.
      dynamicImportInCjs: false,
      minify: { compress: false, mangle: false },
      codeSplitting: { groups: groups(verify, runs) },
    },
    plugins: [
      without("node:child_process", "commander"),
      { name: "ascii", generateBundle: (_, files) => Object.values(files).forEach(prepare) },
    ],
  });
  await bundleChecker(folder);
  writeFileSync(`${folder}/package.json`, '{"type":"commonjs"}\n');
  for (const name of started) {
    const file = `${folder}/${name}.js`;
    writeFileSync(file, `#!/usr/bin/env node\nrequire("./code.js").start("${name}-main.js");\n`);
    chmodSync(file, 0o755);
  }
  // What the second comes by is kept with what the first did.
  const tck = run(`${folder}/zonal.js`, ["convert", "examples/fischer.xml", "-", "--to", "tck"]);
  run(`${folder}/keep.js`, ["verify", "examples/coffee.xml"]);
  run(`${folder}/keep.js`, ["verify", "-"], tck);
}

/** The checker of certificates by itself, in one file that holds nothing of the rest. */
async function bundleChecker(folder: string): Promise<void> {
  await build({
    input: { "zonal-certify": "apps/certify/zonal-certify.ts" },
    platform: "node",
    logLevel: "silent",
    output: { dir: folder, format: "cjs", minify: { compress: false, mangle: false } },
  });
  chmodSync(`${folder}/zonal-certify.js`, 0o755);
}

function run(program: string, args: readonly string[], input: string | Buffer = ""): Buffer {
  return execFileSync(process.execPath, [program, ...args], { input });
}

const started = ["zonal", "verifyta", "worker", "part"];

/**
 * Each file that is opened costs time, and each that is large: what every command needs is one, what `verify` needs, what only
 * statistical queries need, and what several other verbs need are others.
 */
const every =
  /commander|cli.(zonal|process.(account|ears|exit|limits|memory|numbers|quick|run|watch)|io.(io|lines|paint|patiently|reason|terminal|write))\.ts/;
const groups = (verify: ReadonlySet<string>, runs: ReadonlySet<string>) => [
  { name: "command", test: every, priority: 3 },
  { name: "model", test: (id: string) => verify.has(id), priority: 2, includeDependenciesRecursively: false },
  { name: "runs", test: (id: string) => runs.has(id), priority: 1, includeDependenciesRecursively: false },
  { name: "others", test: /(apps.cli.(?!bundle)|src.)/, minShareCount: 2, includeDependenciesRecursively: false },
];

/** Whoever uses nothing of such a file need not load it. */
const treeshake = { moduleSideEffects: (id: string) => !/[\\/]src[\\/]/.test(id) };

/** What a file loads before it does anything. */
async function modulesOf(file: string): Promise<ReadonlySet<string>> {
  const { output } = await build({ input: file, platform: "node", logLevel: "silent", write: false, treeshake });
  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part]] : [])));
  const open = [...chunks.values()].filter((chunk) => chunk.isEntry);
  const found = new Set(open);
  for (const chunk of found) for (const name of chunk.imports) if (chunks.has(name)) found.add(chunks.get(name)!);
  return new Set([...found].flatMap((chunk) => Object.keys(chunk.modules)));
}

/** Leaves out a part of Node that a package loads at once and that is never used: Commander's programs beside a program. */
function without(part: string, importer: string) {
  const id = `\0without ${part}`;
  return {
    name: "without",
    resolveId: (asked: string, from?: string) => (asked === part && from?.includes(importer) ? id : null),
    load: (asked: string) => (asked === id ? "export default {};" : null),
  };
}

/**
 * V8 keeps a text of ASCII alone in half the space, and reads it faster; and what is written as the function that the loader
 * calls need not be copied into one.
 */
function prepare(file: { readonly type: string }): void {
  if (file.type !== "chunk") return;
  const chunk = file as OutputChunk;
  if (/\bimport\s*\(/.test(chunk.code)) throw new Error(`${chunk.fileName} imports while it runs`);
  chunk.code = chunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (loadedByNode.includes(chunk.fileName)) chunk.code = byItself(chunk);
  else chunk.code = `(function (exports, require, module, __filename, __dirname) { ${chunk.code}\n})`;
}

const loadedByNode = ["code.js", "keep.js"];

/** The loader needs no other file: whatever cannot be read after it, it tells in words. */
function byItself({ code, fileName }: OutputChunk): string {
  const alone = code.replace(/const (\w+)=require\("\.\/rolldown-runtime\.chunk\.js"\);/, "");
  if (/rolldown.runtime/.test(alone)) throw new Error(`${fileName} needs another file before it can load one`);
  return alone;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) await bundle("dist/bin");
