import { defineConfig } from "vitest/config";
import { shared } from "./test/settings.ts";

/** Tests of the commands have a folder of their own each and the commands as they are shipped; all share what they have loaded. */
const commands = ["test/cli/**/*.test.ts", "test/docs*.test.ts", "test/lock.test.ts"];

export default defineConfig({
  test: {
    ...shared,
    projects: [
      {
        extends: true,
        test: { name: "units", include: ["test/**/*.test.ts"], exclude: commands, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "commands",
          include: commands,
          isolate: false,
          setupFiles: "test/cli/setup.ts",
          globalSetup: "test/bundled.ts",
        },
      },
    ],
  },
});
