import { Course } from "../interpret/points.ts";
import { type Recorded, type Series, trajectory } from "../interpret/sampler.ts";
import type { StochasticNetwork } from "../network.ts";
import type { StatisticalQuery } from "../query.ts";
import { Instance } from "./instance.ts";

/** The courses of single runs, by compiled code; what traps in it is left to the reference engine. */
export class CompiledRecorder {
  /** How many runs were left. */
  left = 0;
  private readonly instance: Instance;
  private readonly network: StochasticNetwork;
  private readonly query: StatisticalQuery & { kind: "simulate" };
  private readonly series: Series;
  private course: Course;
  private patience: () => void = () => {};

  constructor(network: StochasticNetwork, query: StatisticalQuery & { kind: "simulate" }, series: Series) {
    this.network = network;
    this.query = query;
    this.series = series;
    const { bound, values } = query;
    this.course = new Course(bound.limit, values.length);
    this.instance = new Instance(network, query, { kind: "course", bound, values }, series, {
      patience: () => this.patience(),
      drain: () => this.course.add(this.instance.told()),
      verdict: () => false,
    });
  }

  record(run: number, patience: (points: number) => void): Recorded {
    const { instance, query } = this;
    const { at } = instance.made;
    this.course = new Course(query.bound.limit, query.values.length);
    this.patience = () => patience(this.course.length);
    instance.view.setInt32(at.count, 1, true);
    instance.view.setFloat64(at.total, 0, true);
    instance.startAt(run, 0);
    if (!instance.advance(this.patience)) {
      const fault = instance.endless(run);
      if (fault) return { points: this.course.points, steps: 0, fault };
      this.left++;
      return trajectory(this.network, query, this.series, run, patience);
    }
    this.course.add(instance.told());
    return { points: this.course.points, steps: instance.view.getFloat64(at.total, true) };
  }
}
