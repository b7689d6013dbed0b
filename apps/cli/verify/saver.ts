import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";

/** A file that cannot be written (a full disk) must not lose an answer: it is told, and the run ends as an error. */
export class Saver {
  private readonly io: Io;
  hasFailed = false;

  constructor(io: Io) {
    this.io = io;
  }

  save(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.io.err(`error: ${error.message}\n`);
      this.hasFailed = true;
    }
  }
}
