/** The transformations on offer: what they are called and what they promise. What they do is the worker's (`actions.ts`). */
export type ActionName =
  | "reduce"
  | "substitute"
  | "accelerate"
  | "compress"
  | "approximate"
  | "symmetry"
  | "test"
  | "reconstruct";

export interface Action {
  readonly name: ActionName;
  readonly label: string;
  readonly about: string;
  /** Whether it is about one template, which is asked for. */
  readonly ofTemplate?: true;
  /** Whether it is about the run of the simulator, up to the state that is shown. */
  readonly ofRun?: true;
}

export const actions: readonly Action[] = [
  {
    name: "reduce",
    label: "Reset dead variables",
    about:
      "Resets variables where their values no longer matter, so that fewer states are stored. Answers to the model's queries, deadlocks, timing and faults stay the same.",
  },
  {
    name: "substitute",
    label: "Reset and substitute",
    about: "As above, and takes away assignments that only serve later ones in the same label.",
  },
  {
    name: "accelerate",
    label: "Accelerate",
    about:
      "Appends copies of cycles of busy waiting that stand for many rounds, so that fewer states are explored. Only where it is exact: E<> and A[] about the old locations keep their answers; other queries and deadlocks need not.",
  },
  {
    name: "compress",
    label: "Accelerate, compressed",
    about: "As above, with each copy taken together in one location where that is the same.",
  },
  {
    name: "approximate",
    label: "Accelerate, also approximately",
    about:
      'As "Accelerate", and also where more becomes reachable than in the original. Over such an approximation only "not reachable" and "always" stand.',
  },
  {
    name: "symmetry",
    label: "Declare scalar sets",
    about:
      "Declares types whose values only name processes as scalar sets, so that UPPAAL and Zonal may take states for one that differ by an exchange of processes. The rewritten model is checked again.",
  },
  {
    name: "test",
    label: "Test automaton",
    about:
      "Replaces the template on the system line by its tester, which can reach Err if and only if the other processes do something that the template does not allow (trace inclusion).",
    ofTemplate: true,
  },
  {
    name: "reconstruct",
    label: "Begin in the simulator's state",
    about:
      "A model whose initialisation leads to exactly the state that the simulator shows: a process restores clocks and variables, then everything goes on from there. The queries speak of the time after that.",
    ofRun: true,
  },
];

/** A transformed model with what was done to it, for people. */
export interface Proposal {
  readonly text: string;
  readonly notes: readonly string[];
  readonly rows: readonly { readonly where: string; readonly what: string; readonly why: string }[];
}
