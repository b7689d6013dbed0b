import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/**
 * The studio as static files in `dist/studio`: relative addresses, so that any web server and any folder will do. Page and worker
 * are two programs on top of one file with the library, which is loaded once (`worker/program.ts`). Each file lies there
 * compressed as well, for servers that send it so (`zonal studio` does).
 */
const folder = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tells the page which files the worker's program is made of: its own first. */
function nameWorker(): Plugin {
  return {
    name: "name-worker",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find((c) => c.type === "chunk" && c.name === "worker");
        if (chunk?.type !== "chunk") throw new Error("the build has no worker");
        const content = [chunk.fileName, ...chunk.imports].map((name) => `./${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "zonal-worker", content }, injectTo: "head" }];
      },
    },
  };
}

function compress(): void {
  if (!existsSync(folder)) return; // The build has failed, and says so itself.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (/\.(js|css|html)$/.test(entry.name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

export default defineConfig({
  base: "./",
  build: {
    outDir: "../../dist/studio",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: here("index.html"), worker: here("worker/worker.ts") },
      output: { codeSplitting: { groups: [{ name: "zonal", test: /[\\/]src[\\/]/ }] } },
    },
  },
  plugins: [nameWorker(), { name: "compress", closeBundle: { order: "post", handler: compress } }],
});
