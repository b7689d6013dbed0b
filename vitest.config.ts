import { defineConfig } from "vitest/config";
import { shared } from "./test/settings.ts";

/** Tests of the commands have a folder and processes of their own; all others share what they have loaded. */
const commands = ["test/cli/**/*.test.ts", "test/docs*.test.ts", "test/lock.test.ts"];

export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        extends: true,
        test: { name: "units", include: ["test/**/*.test.ts"], exclude: commands, isolate: false },
      },
      { extends: true, test: { name: "commands", include: commands, globalSetup: "test/bundled.ts" } },
    ],
  },
});
