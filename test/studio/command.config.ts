import { defineConfig } from "vitest/config";

/**
 * What takes minutes, or writes files of the project, and so is a command of its own: `npm run studio:corpus`,
 * `npm run studio:images`.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.command.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // What is said on the way is read on the way.
    disableConsoleIntercept: true,
  },
});
