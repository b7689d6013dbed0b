import { writeFileSync } from "node:fs";
import { codeFile, load, maker, makerFile, scripts } from "./code.ts";

/**
 * A step of the build: runs `zonal` once with the arguments given, and keeps the code that V8 made of the files and
 * functions it came by, for `code.ts` to load.
 */
process.on("exit", () => {
  for (const [name, script] of scripts)
    writeFileSync(codeFile(`${import.meta.dirname}/${name}`), script.createCachedData());
  writeFileSync(makerFile, maker());
});
load("zonal-main.js");
