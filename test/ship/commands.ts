import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Every command at least once, as users run it in a folder with the examples: what it reads, what it writes, how it ends.
 * The tests run them as they are, with each system call failing, with no memory, and killed.
 */
export interface Case {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly code?: number;
  /** A part of standard output. */
  readonly says: string;
  /** The files it writes. */
  readonly writes?: readonly string[];
}

const event = '{"t": 5, "event": "begin"}\n{"t": 10, "event": "reading", "set": {"oxygen": 98, "heart": 72}}\n';
const online = ["zonal", "online", "examples/monitor.xml", "--window", "20", "--query", "A[] oxygen >= 85"];
const model = "process P() { state A, B; init A; trans A -> B { }; } system P;\n";

/** What a journal has of a run. */
const lamp = createHash("sha256")
  .update(readFileSync(new URL("../../examples/lamp.xml", import.meta.url)))
  .digest("hex");
const result = `${JSON.stringify({
  ...{
    schemaVersion: 1,
    model: "examples/lamp.xml",
    sha256: lamp,
    constants: {},
    query: "E<> Lamp.Bright",
    repetition: 1,
  },
  ...{ seed: 1, options: {}, limits: {}, version: "0.1.0", outcome: "satisfied" },
  ...{ statistics: { explored: 0, stored: 0, transitions: 0, memory: 0 }, seconds: 0, machine: "another", at: "then" },
})}\n`;

export const cases: readonly Case[] = [
  { argv: ["zonal", "--help"], says: "Commands:" },
  { argv: ["zonal", "--version"], says: "zonal " },
  { argv: ["zonal", "check", "examples/lamp.xml"], says: "ok" },
  { argv: ["zonal", "lint", "--json", "examples/lamp.xml"], says: '"findings": []' },
  { argv: ["zonal", "explain", "syntax-error"], says: "something else was expected here" },
  { argv: ["zonal", "check", "-"], stdin: model, says: "ok" },
  { argv: ["zonal", "verify", "examples/coffee.xml"], says: "satisfied" },
  { argv: ["zonal", "verify", "beside.xta"], code: 1, says: "NOT satisfied" },
  { argv: ["zonal", "verify", "-", "-e", "E<> P.B"], stdin: model, says: "satisfied" },
  {
    argv: "zonal verify examples/lamp.xml --trace some --trace-file t.json --junit j.xml --sarif s.json".split(" "),
    says: "satisfied",
    writes: ["j.xml", "s.json"],
  },
  { argv: ["zonal", "verify", "examples/fischer.xml", "--threads", "2", "--no-progress"], says: "satisfied" },
  {
    argv: ["zonal", "verify", "examples/lamp.xml", "-e", "A[] not deadlock", "--certificate", "lamp.cert"],
    says: "certificate written to lamp.cert",
    writes: ["lamp.cert"],
  },
  {
    argv: [
      ...["zonal", "sweep", "examples/fischer.xml", "--set", "N=2,3", "-e", "E<> P(1).Cs"],
      ...["--threads", "1", "--quiet", "--journal", "sweep.log"],
    ],
    says: "2 runs: 2 satisfied",
    writes: ["sweep.log"],
  },
  { argv: ["zonal", "rerun", "-"], stdin: result, says: "1 of 1 the same" },
  // What it runs on is not installed, and not needed for anything else.
  { argv: ["zonal", "worker", "redis://127.0.0.1:1"], code: 2, says: "" },
  { argv: ["zonal", "certify", "examples/lamp.xml", "examples/lamp.jsonl"], says: "proved: A[] not deadlock" },
  { argv: ["zonal", "simulate", "examples/lamp.xml"], stdin: "1\ntrace\nquit\n", says: "Lamp.Off" },
  { argv: ["zonal", "simulate", "examples/lamp.xml", "--script", "-"], stdin: "1\nshow\n", says: "Lamp" },
  { argv: ["zonal", "simulate", "examples/lamp.xml", "--concrete", "--random", "5"], says: "Lamp" },
  { argv: ["zonal", "show", "examples/railway.xml"], says: "Train" },
  {
    argv: ["zonal", "show", "examples/lamp.xml", "--svg", "-o", "drawings"],
    says: "",
    writes: ["drawings/Lamp.svg", "drawings/User.svg"],
  },
  { argv: ["zonal", "diff", "examples/lamp.xml", "examples/coffee.xml"], code: 1, says: "Lamp" },
  {
    argv: "zonal merge examples/lamp.xml examples/lamp.xml examples/lamp.xml -o merged.xml".split(" "),
    says: "",
    writes: ["merged.xml"],
  },
  {
    argv: ["zonal", "convert", "examples/lamp.xml", "lamp.xta", "--queries", "lamp.q"],
    says: "",
    writes: ["lamp.xta", "lamp.q"],
  },
  {
    argv: ["zonal", "import", "rcx", "examples/controller.rcx", "-o", "rcx.xml"],
    says: "",
    writes: ["rcx.xml"],
  },
  { argv: ["zonal", "export", "--graph", "examples/lamp.xml", "-o", "graph.dot"], says: "", writes: ["graph.dot"] },
  { argv: ["zonal", "reduce", "examples/handshake.xml", "-o", "less.xml"], says: "", writes: ["less.xml"] },
  { argv: ["zonal", "reduce", "model.xml", "--in-place", "-o", "model.xml"], says: "", writes: ["model.xml"] },
  { argv: ["zonal", "accelerate", "examples/polling.xml", "-o", "fast.xml"], says: "", writes: ["fast.xml"] },
  { argv: ["zonal", "analyse", "live", "examples/handshake.xml"], says: "only inside transitions" },
  { argv: ["zonal", "analyse", "cycles", "examples/polling.xml"], says: "" },
  { argv: ["zonal", "analyse", "symmetry", "examples/fischer.xml"], says: "" },
  {
    argv: "zonal refine --impl examples/refinement/gate.xta:Controller --spec examples/refinement/gate.xta:Gate".split(
      " ",
    ),
    says: "",
  },
  {
    argv: "zonal transform test examples/refinement/gate.xta --spec Gate --impl Controller -o test.xta".split(" "),
    says: "",
    writes: ["test.xta"],
  },
  {
    argv: [
      ...["zonal", "transform", "template", "examples/refinement/gate.xta", "-o", "up.xta"],
      ...["--do", "locations Gate: Open -> Up"],
    ],
    says: "",
    writes: ["up.xta"],
  },
  { argv: ["zonal", "transform", "symmetry", "examples/fischer.xml", "-o", "sym.xml"], says: "", writes: ["sym.xml"] },
  {
    argv: "zonal reconstruct examples/railway.xml --random 10 --seed 2 -o now.xml".split(" "),
    says: "",
    writes: ["now.xml"],
  },
  { argv: online, stdin: event, says: "t=10" },
  {
    argv: [...online, "--input", "examples/monitor.jsonl", "--journal", "j.log", "--checkpoint", "4", "--svg", "o.svg"],
    says: "t=10",
    writes: ["j.log", "o.svg"],
  },
  { argv: ["verifyta", "-sq", "examples/lamp.xml"], says: "Formula is satisfied" },
  { argv: "verifyta -t1 -sq -f trace examples/lamp.xml".split(" "), says: "Formula is satisfied" },
];

export const nameOf = ({ argv, stdin }: Case): string => `${argv.join(" ")}${stdin === undefined ? "" : " < input"}`;
