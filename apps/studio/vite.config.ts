import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/**
 * The studio as static files in `dist/studio`: relative addresses, so that any web server and any folder will do. Page and worker
 * are two programs on top of one file with what both need of the library, which is loaded once (`worker/program.ts`). Each file
 * lies there compressed as well, for servers that send it so (`zonal studio` does).
 */
const folder = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tells the page which files the worker's program is made of: its own first, and each before those that it imports. */
function nameWorker(): Plugin {
  return {
    name: "name-worker",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((c) => c.type === "chunk" && c.name === "worker");
        if (chunk?.type !== "chunk") throw new Error("the build has no worker");
        const files: string[] = [];
        const visit = (name: string): void => {
          const file = bundle[name];
          if (file?.type !== "chunk" || files.includes(name)) return;
          for (const imported of file.imports) visit(imported);
          files.unshift(name);
        };
        visit(chunk.fileName);
        const content = files.map((name) => `./${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "zonal-worker", content }, injectTo: "head" }];
      },
    },
  };
}

/** Tells the service worker which files there are, then puts a compressed copy beside each. */
function finish(): void {
  if (!existsSync(folder)) return; // The build has failed, and says so itself.
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.(js|css|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const kept = paths.filter((path) => !path.endsWith("sw.js"));
  const hash = createHash("sha256");
  for (const path of kept) hash.update(readFileSync(path));
  const names = kept.map((path) => `./${relative(folder, path).split(sep).join("/")}`);
  const worker = join(folder, "sw.js");
  const head = `const files=${JSON.stringify(names)},build=${JSON.stringify(hash.digest("hex").slice(0, 16))};\n`;
  writeFileSync(worker, head + readFileSync(worker, "utf8"));
  for (const path of paths) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}

export default defineConfig({
  base: "./",
  build: {
    outDir: "../../dist/studio",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: here("index.html"), worker: here("worker/worker.ts"), sw: here("offline/sw.ts") },
      // The library only defines things: what the page does not use of it is left to the worker.
      treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]/, sideEffects: false }] },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/zonal-[hash].js",
      },
    },
  },
  plugins: [nameWorker(), { name: "finish", closeBundle: { order: "post", handler: finish } }],
});
