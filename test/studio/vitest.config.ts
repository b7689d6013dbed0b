import { defineConfig } from "vitest/config";

/** The studio's tests need its build and a browser; `npm test` needs neither. They share one browser and run one after the other. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
