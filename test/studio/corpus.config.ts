import { defineConfig } from "vitest/config";

/** Real models through the page, `CORPUS` says where they lie (`../shared/corpus` unless given): minutes, so a command of its own. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ["corpus.real.ts"], testTimeout: 1_800_000, hookTimeout: 60_000 },
});
