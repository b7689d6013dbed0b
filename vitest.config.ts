import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    pool: "threads",
    // By default one core stays free, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
