import { defineConfig } from "vitest/config";
import { shared } from "./settings.ts";

/** `npm run quick`: what tells within half a minute whether something is broken. Cases are put to each engine once. */
export default defineConfig({
  test: {
    ...shared,
    include: [
      "test/{cases,engine,model,network,online,output,search,syntax,trace,zones}/**/*.test.ts",
      "test/analysis/**/*.test.ts",
      "test/{open,usage}.test.ts",
    ],
    exclude: ["test/analysis/everything.test.ts", "test/model/scale.test.ts"],
    isolate: false,
    env: { QUICK: "1" },
  },
});
