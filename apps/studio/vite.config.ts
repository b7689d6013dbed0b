import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { defineConfig } from "vite";

/**
 * The studio as static files in `dist/studio`: relative addresses, so that any web server and any folder will do. The engine's
 * worker is one file, which the page fetches once and starts from memory as often as it needs. Each file lies there compressed as
 * well, for servers that send it so (`zonal studio` does).
 */
const folder = fileURLToPath(new URL("../../dist/studio/", import.meta.url));

function compress(): void {
  if (!existsSync(folder)) return; // The build has failed, and says so itself.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (/\.(js|css|html)$/.test(entry.name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
}

export default defineConfig({
  base: "./",
  build: { outDir: "../../dist/studio", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1500 },
  worker: { format: "es" },
  plugins: [{ name: "compress", closeBundle: { order: "post", handler: compress } }],
});
