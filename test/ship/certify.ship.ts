import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installed, project } from "./program.ts";

/**
 * The checker as a library, imported from the package: certificates that the package's other door made, with and without threads.
 */
test("zonal/certify checks what zonal wrote", async () => {
  const program = join(project, "certify.mjs");
  writeFileSync(
    program,
    `import { readFileSync } from "node:fs";
import { certify, certifyParts } from "zonal/certify";
const [model, proof] = ["lamp.xml", "lamp.jsonl"].map((name) => readFileSync(${JSON.stringify(join(installed, "examples"))} + "/" + name));
export const one = certify(model, "lamp.xml", proof);
export const several = await certifyParts(model, "lamp.xml", [proof.subarray(0, 100), proof.subarray(100)], { threads: 2 });
export const refused = certify(model, "lamp.xml", proof.subarray(0, 100));
`,
  );
  const { one, several, refused } = await import(program);
  expect(one).toMatchObject({ result: "proved", query: "A[] not deadlock", judged: { members: 3 } });
  expect(several).toEqual(one);
  expect(refused).toMatchObject({ result: "unreadable" });
});
