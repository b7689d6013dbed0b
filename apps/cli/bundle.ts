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
  await build({
    input: {
      code: "apps/cli/code.ts",
      keep: "apps/cli/keep.ts",
      ...Object.fromEntries(started.map((name) => [`${name}-main`, `apps/cli/${name}-main.ts`])),
    },
    platform: "node",
    logLevel: "silent",
    output: {
      dir: folder,
      format: "cjs",
      chunkFileNames: "[name].chunk.js",
      cleanDir: true,
      // Code that V8 kept cannot import: Node 20 has forgotten how by then. `require` is what the loader gives.
      dynamicImportInCjs: false,
      minify: { compress: false, mangle: false },
    },
    plugins: [{ name: "ascii", generateBundle: (_, files) => Object.values(files).forEach(prepare) }],
  });
  writeFileSync(`${folder}/package.json`, '{"type":"commonjs"}\n');
  for (const name of started) {
    const file = `${folder}/${name}.js`;
    writeFileSync(file, `#!/usr/bin/env node\nrequire("./code.js").start("${name}-main.js");\n`);
    chmodSync(file, 0o755);
  }
  execFileSync(process.execPath, [`${folder}/keep.js`, "verify", "examples/coffee.xml"]);
}

const started = ["zonal", "verifyta", "worker", "part"];

/** V8 keeps a text of ASCII alone in half the space, and reads it faster. */
function prepare(file: { readonly type: string }): void {
  if (file.type !== "chunk") return;
  const chunk = file as OutputChunk;
  if (/\bimport\s*\(/.test(chunk.code)) throw new Error(`${chunk.fileName} imports while it runs`);
  chunk.code = chunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) await bundle("dist/bin");
