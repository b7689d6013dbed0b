import { defineConfig } from "vite";

/**
 * The studio as static files in `dist/studio`: relative addresses, so that any web server and any folder will do. The engine's
 * worker is one file, which the page fetches once and starts from memory as often as it needs.
 */
export default defineConfig({
  base: "./",
  build: { outDir: "../../dist/studio", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1500 },
  worker: { format: "es" },
});
