import { defineConfig } from "vitest/config";
import { Unsteady } from "./unsteady.ts";

/**
 * The studio's tests need its build and a browser; `npm test` needs neither. They share one browser and run one after the other.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    // Waiting is for what must come, not for how fast: a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    // Tried once more, and told: see `unsteady.ts`.
    retry: 1,
    reporters: ["default", new Unsteady()],
  },
});
