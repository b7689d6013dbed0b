import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { compared } from "../../bench/sweep-kills.ts";
import { seeded } from "../../src/index.ts";
import { ended, fischer, moment, Site } from "./processes.ts";

/**
 * Controller, workers and Redis are killed at moments from a seed, and workers held up until others have taken over what they
 * had, so that it is done twice: the journal must be that of an undisturbed study. So many kills, by this seed:
 * `KILLS=100 SEED=7 npm run test:cluster kills`.
 */
const site = new Site();
afterEach(() => site.end());

const words = [fischer, "--set", "N=2..5", "--set", "P.k=1..4", "--repetitions", "4", "--quiet"];
const KILLS = Number(process.env.KILLS ?? 20);
const SEED = Number(process.env.SEED ?? 1);

test(`${KILLS} kills, seed ${SEED}`, { timeout: 300_000 + 10_000 * KILLS }, async () => {
  const [calm, wild] = [site.path("calm.jsonl"), site.path("wild.jsonl")];
  expect(await ended(site.zonal(["sweep", ...words, "--journal", calm]))).toMatchObject({ code: 0 });
  await site.startRedis();
  const workers = [site.worker("-q"), site.worker("-q"), site.worker("-q")];
  const random = seeded(SEED);
  const sizes = Array.from({ length: KILLS }, () => random() * statSync(calm).size).sort((a, b) => a - b);
  const study = new Study(wild);
  const killed = { controller: 0, worker: 0, "worker held up": 0, Redis: 0 };
  for (const size of sizes) {
    if (!(await study.reaches(size))) break;
    await moment(random() * 30);
    const [dice, pause, which] = [random(), random() * 300, Math.floor(random() * 3)];
    if (dice < 0.4) {
      killed.controller++;
      await study.kill();
    } else if (dice < 0.55) {
      killed["worker held up"]++;
      await heldUp(workers[which]!, 5 * pause);
    } else if (dice < 0.8) {
      killed.worker++;
      workers[which]!.kill("SIGKILL");
      await moment(pause);
      workers[which] = site.worker("-q");
    } else {
      killed.Redis++;
      await site.killRedis();
      await moment(pause);
      await site.startRedis();
    }
  }
  expect((await study.done()).code).toBe(0);
  console.log("killed", JSON.stringify(killed));
  expect(Math.min(...Object.values(killed))).toBeGreaterThan(0);
  expect(compared(calm, wild)).toEqual({ runs: 256, differences: [] });
});

/** Longer than the others wait for it, mostly; they go on meanwhile. */
async function heldUp(worker: ChildProcess, milliseconds: number): Promise<void> {
  worker.kill("SIGSTOP");
  await moment(milliseconds);
  worker.kill("SIGCONT");
}

/** The controller, started again whenever it was killed. */
class Study {
  private readonly journal: string;
  private child: ChildProcess;
  private end: ReturnType<typeof ended>;

  constructor(journal: string) {
    this.journal = journal;
    this.child = site.sweep([...words, "--ahead", "24"], journal);
    this.end = ended(this.child);
  }

  /** Whether the journal comes to a size before the study is done. */
  async reaches(size: number): Promise<boolean> {
    while ((statSync(this.journal, { throwIfNoEntry: false })?.size ?? 0) < size) {
      if (this.child.exitCode !== null) return false;
      await moment(5);
    }
    return true;
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.end;
    this.child = site.sweep([...words, "--ahead", "24"], this.journal);
    this.end = ended(this.child);
  }

  done(): ReturnType<typeof ended> {
    return this.end;
  }
}
