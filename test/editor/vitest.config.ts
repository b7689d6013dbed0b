import { defineConfig } from "vitest/config";

/** `npm run test:editor`: a real editor talks to the built program; it must be installed. */
export default defineConfig({ test: { include: ["test/editor/**/*.e2e.ts"], testTimeout: 150_000 } });
