import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answer, Task } from "./corpus-child.ts";

/**
 * Child processes that answer tasks, each killed when it does not answer in time or dies, and replaced. Time and memory
 * are limited twice: the search looks at both by itself, and what it overlooks (a long step, the heap) is ended here, after
 * a time on the wall that leaves room for other work on the machine.
 */
const GRACE = 15_000;
const WALL = 4;

export class Crew {
  private readonly children: Worker[] = [];
  private readonly jobs: number;

  constructor(jobs: number) {
    this.jobs = jobs;
  }

  /** Gives out tasks in order, and never starts one after `isOver`. Returns which were started. */
  async run<T extends Task>(
    tasks: readonly T[],
    isOver: () => boolean,
    limits: Pick<Task, "timeout">,
    done: (task: T, answer: Answer) => void,
  ): Promise<number> {
    let next = 0;
    const work = async (worker: Worker): Promise<void> => {
      while (next < tasks.length && !isOver()) {
        const task = tasks[next++]!;
        done(task, await worker.answer({ ...task, ...limits }));
      }
    };
    while (this.children.length < this.jobs) this.children.push(new Worker());
    await Promise.all(this.children.map(work));
    return next;
  }

  end(): void {
    for (const child of this.children) child.kill();
  }
}

class Worker {
  private child: ChildProcess | undefined;

  answer(task: Task): Promise<Answer> {
    const start = performance.now();
    const child = this.ready(task.memory);
    return new Promise((resolve) => {
      const finish = (answer: Answer): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const end = (outcome: string, reason: string): void => {
        this.kill();
        finish({ outcome, reason, milliseconds: performance.now() - start });
      };
      const timer = setTimeout(() => end("killed", "no answer long after the time limit"), WALL * task.timeout + GRACE);
      child.on("message", (answer: Answer) => finish(answer));
      child.on("exit", (code, signal) => end("died", `the process ended with ${signal ?? code}`));
      child.on("error", (error) => end("died", error.message));
      child.send({
        folder: task.folder,
        file: task.file,
        query: task.query,
        timeout: task.timeout,
        memory: task.memory,
      } satisfies Task);
    });
  }

  kill(): void {
    this.child?.removeAllListeners();
    this.child?.kill("SIGKILL");
    this.child = undefined;
  }

  private ready(memory: number): ChildProcess {
    if (this.child === undefined) {
      const script = fileURLToPath(new URL("./corpus-child.js", import.meta.url));
      this.child = fork(script, [], {
        execArgv: [`--max-old-space-size=${Math.round(memory / 2 ** 20)}`],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
    }
    return this.child;
  }
}
