import { ownFolder } from "./folder.ts";

/** Runs before each file of tests of the commands. */
ownFolder();
