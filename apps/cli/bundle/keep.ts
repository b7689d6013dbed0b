import { writeFileSync } from "node:fs";
import { Script } from "node:vm";
import { codeFile, load, maker, makerFile, scripts } from "./code.ts";

/**
 * A step of the build: runs `zonal` once with the arguments given, and keeps the code that V8 made of the files and
 * functions it came by, for `code.ts` to load. Its clock stands still and nothing ends it: on a busy machine the run would go on
 * in a thread, whose code nobody keeps.
 */
const { runInThisContext } = Script.prototype;
Script.prototype.runInThisContext = function (this: Script) {
  return runInThisContext.call(this);
};
process.hrtime.bigint = () => 0n;
process.on("exit", () => {
  for (const [name, script] of scripts)
    writeFileSync(codeFile(`${import.meta.dirname}/${name}`), script.createCachedData());
  writeFileSync(makerFile, maker());
});
load("zonal-main.js");
