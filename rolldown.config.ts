import { chmodSync, readdirSync } from "node:fs";
import { defineConfig } from "rolldown";

/**
 * The commands in few files: Node starts three times as fast from them as from hundreds of small modules
 * (docs/decisions/bundled-commands.md). The library itself is what `tsc` writes.
 */
export default defineConfig({
  input: {
    zonal: "apps/cli/main.ts",
    verifyta: "apps/cli/verifyta.ts",
    worker: "apps/cli/worker.ts",
    part: "apps/cli/part.ts",
  },
  platform: "node",
  output: {
    dir: "dist/bin",
    format: "esm",
    chunkFileNames: "[name].js",
    cleanDir: true,
    minify: { compress: false, mangle: false },
  },
  plugins: [
    {
      name: "executable",
      writeBundle({ dir }) {
        if (dir === undefined) return;
        for (const name of readdirSync(dir))
          if (name === "zonal.js" || name === "verifyta.js") chmodSync(`${dir}/${name}`, 0o755);
      },
    },
  ],
});
