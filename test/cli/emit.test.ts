import { expect, test } from "vitest";
import { file, lamp, run } from "./harness.ts";

test("--emit wat prints the module with comments that name edges", async () => {
  const name = file("lamp.xta", lamp);
  const { code, out } = await run(["verify", name, "-e", "A[] n < 3", "--emit", "wat"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^\(module \$zonal/);
  expect(out).toMatch(/;; \w+: \w+ -> \w+ \(edge 0\)/);
});

test("--emit wat says why a query is not compiled", async () => {
  const { code, err } = await run(["verify", file("lamp.xta", lamp), "-e", "E<> x > 500000000", "--emit", "wat"]);
  expect(code).toBe(2);
  expect(err).toMatch(/not compiled: clocks have very large constants/);
});
