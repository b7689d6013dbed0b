/**
 * Random command lines for `fuzz-cli.ts`: a command, files that may or may not be what it wants, and options of all commands with
 * right and wrong values; and mutations of texts.
 */
export type Random = () => number;

const verbs =
  "check verify simulate show diff convert import export reduce accelerate analyse refine transform reconstruct online".split(
    " ",
  );
const facts: Readonly<Record<string, readonly string[]>> = {
  analyse: ["live", "cycles", "symmetry"],
  transform: ["test", "template", "symmetry"],
  import: ["rcx"],
};
const files =
  "lamp.xml railway.xml coffee.xml fischer.xml handshake.xml polling.xml monitor.xml bridge.xml refinement/gate.xta controller.rcx monitor.jsonl asked.q empty.xml bytes.xml folder none.xml - out.xml out.xta /dev/null".split(
    " ",
  );
const formulas = [
  "A[] not deadlock",
  "E<> true",
  "sup: x",
  "A[]",
  "Lamp.On --> Lamp.Off",
  "E<> (((",
  "simulate 1 [<=10] {x}",
  "",
];
const numbers = ["0", "1", "2", "7", "-1", "1e9", "99999999999999999999", "x", "", "0.5", "NaN"];
const outputs = ["out.xml", "out.xta", "out.json", "out.svg", "-", "folder", "none/out.xml", "lamp.xml"];

/** Options with what may stand behind them. */
const options: readonly (readonly [string, readonly string[]])[] = [
  ["-e", formulas],
  ["--query", [...formulas, ...numbers]],
  ["--queries", files],
  ["-o", outputs],
  ["--output", outputs],
  ["--trace", ["some", "shortest", "fastest", "none"]],
  ["--trace-file", outputs],
  ["--junit", outputs],
  ["--sarif", outputs],
  ["--to", ["xml", "xta", "tck", "doc"]],
  ["--order", ["bfs", "dfs", "random", "up"]],
  ["--seed", numbers],
  ["--random", numbers],
  ["--timeout", ["1", "0", "x"]],
  ["--memory", ["1", "64", "0", "x"]],
  ["--max-states", numbers],
  ["--threads", ["1", "2", "0", "x"]],
  ["--script", [...files, "-"]],
  ["--window", numbers],
  ["--input", files],
  ["--journal", ["j.log", "lamp.xml", "folder"]],
  ["--checkpoint", numbers],
  ["--svg", []],
  ["--impl", ["refinement/gate.xta:Controller", "lamp.xml", ":", "lamp.xml:X"]],
  ["--spec", ["refinement/gate.xta:Gate", "Gate", ":", "lamp.xml:X"]],
  ["--do", ["locations Gate: Open -> Up", "locations", "", "scale Gate: 2"]],
  ["--label", ["a", "a,b", ""]],
  ["--emit", ["wat", "wasm", "x"]],
  ["--engine", ["interpret", "compile", "x"]],
  ["--limit", numbers],
  ...[
    "--json",
    "--concrete",
    "--in-place",
    "--graph",
    "--dot",
    "--statistics",
    "--no-reduce",
    "--old",
    "--quiet",
    "--help",
  ].map((name) => [name, []] as const),
  ["--progress", []],
  ["--unheard-of", []],
];

const verifytaOptions =
  "-t0 -t1 -t2 -o0 -o1 -o2 -u -s -q -y -S1 -n1 -r1 -p0 -b -T -A -C -H1 -U -Z -ftrace -Xtrace -h -v -t9 --nothing -W".split(
    " ",
  );

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

export function commandLine(random: Random): readonly string[] {
  if (random() < 0.15)
    return ["verifyta", ...some(4, () => [pick(verifytaOptions, random)], random), pick(files, random)];
  const verb = pick(verbs, random);
  const head = facts[verb] === undefined ? [] : [pick(facts[verb], random)];
  const option = (): readonly string[] => {
    const [name, behind] = pick(options, random);
    return behind.length === 0 ? [name] : [name, pick(behind, random)];
  };
  const words = [...head, ...some(2, () => [pick(files, random)], random)];
  return ["zonal", verb, ...words, pick(files, random), ...some(4, option, random)];
}

function some(most: number, make: () => readonly string[], random: Random): string[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make).flat();
}

const pieces = [
  "<",
  "&lt;",
  "</label>",
  "]]>",
  "{",
  ")",
  "forall (i : int[0,3])",
  "99999999999",
  "\u0000",
  "\ud800",
  "system",
  "-->",
  '"',
  "//",
];

/** A text with a few pieces cut out, put in or doubled. */
export function mutate(text: string, random: Random): string {
  let result = text;
  for (let k = 1 + Math.floor(random() * 3); k > 0; k--) {
    const at = Math.floor(random() * result.length);
    const cut = at + Math.floor(random() * 30);
    const middle = pick(["", pick(pieces, random), result.slice(at, cut) + result.slice(at, cut)], random);
    result = result.slice(0, at) + middle + result.slice(cut);
  }
  return result;
}
