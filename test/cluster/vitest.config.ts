import { defineConfig } from "vitest/config";

/** Sweeps on a real Redis (`redis-server` in the path), with worker processes that are killed. `npm test` needs no Redis. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.cluster.ts"],
    globalSetup: "../bundled.ts",
    // Waiting is for what must come, not for how fast: a busy machine is no failure.
    testTimeout: 300_000,
    maxWorkers: 2,
  },
});
