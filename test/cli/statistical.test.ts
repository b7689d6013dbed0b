import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verifyta } from "../../apps/cli/verifyta/run.ts";
import { expectedRange, parseXtr, read } from "../../src/index.ts";
import { file, path, run, runProgram } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** Statistical queries on the command line: a process that is done after a delay between 0 and 10. */
const model = `clock x;
int n;
process P() {
  state wait { x <= 10 }, done;
  init wait;
  trans wait -> done { assign n = 3; };
}
system P;
`;
const half = "Pr[<=5](<> P.done)";
const ask = async (...words: string[]) => run(["verify", file("m.xta", model), ...words]);

describe("answers", () => {
  test.each([
    [
      half,
      0,
      /satisfied\n {3}\(\d+\/\d+ runs\) Pr\(<> P\.done\) in \[0\.4\d+,0\.5\d+\] \(95% CI\)\n {3}reached at time 2\.\d+ ± /,
    ],
    ["Pr[<=10; 50]([] x <= 10)", 0, /\(50\/50 runs\) Pr\(\[\] x <= 10\) in \[0\.928\d+,1\]/],
    ["Pr[<=5](<> P.done) >= 0.3", 0, /satisfied\n {3}\(\d+\/\d+ runs\) Pr\(<> P\.done\) >= 0\.3; it is in/],
    ["Pr[<=5](<> P.done) >= 0.7", 1, /NOT satisfied\n {3}\(\d+\/\d+ runs\) not Pr\(<> P\.done\) >= 0\.7; it is in/],
    ["Pr[<=8](<> P.done) >= Pr[<=3](<> P.done)", 0, /pairs of runs\) only the first succeeded in \d+, only the second/],
    ["Pr[<=3](<> P.done) >= Pr[<=8](<> P.done)", 1, /NOT satisfied/],
    ["E[<=20; 200](max: n)", 0, /\(200 runs\) E\(max\) = ≈ 3\n {3}warning: all runs have the same value/],
    ["E[<=5; 200](max: x)", 0, /\(200 runs\) E\(max\) = ≈ 5\n/],
    [
      "simulate [<=20; 3] {n, x}",
      0,
      /\(3 runs\) over time\n {3}n: from 0 to 3, in the end 3 on average\n {3}x: from 0 to 20/,
    ],
    ["simulate [<=20; 2] {n} : 1 : exists (i : int[0,1]) n > i", 0, /Pr\(<> exists \(i : int\[0, ?1\]\) n > i\)/],
    ["E[<=20; 1](max: n)", 0, /\(1 run\) E\(max\) = ≈ 3/],
    ["simulate [<=20; 9] {n} : 2 : n == 3", 0, /\(2 runs\) over time\n {3}\(2\/2 runs\) Pr\(<> n == 3\)/],
  ])("%s", async (query, code, out) => {
    const ran = await ask("-e", query);
    expect({ code: ran.code, err: ran.err }).toEqual({ code, err: "" });
    expect(ran.out).toMatch(out);
  });

  test("about handshakes, as long as one partner is ready", async () => {
    const pair = (receivers: string) => `chan c;
      process S() { state A { ; 2 }, B; init A; trans A -> B { sync c!; }; }
      process R() { state A, B; init A; trans A -> B { sync c?; }; }
      ${receivers}`;
    const asked = ["-e", "Pr[#<=1; 50](<> S.B)"];
    const one = await run(["verify", file("one.xta", pair("system S, R;")), ...asked]);
    expect({ code: one.code, err: one.err }).toEqual({ code: 0, err: "" });
    expect(one.out).toContain("(50/50 runs)");
    const two = await run(["verify", file("two.xta", pair("R1 = R(); R2 = R(); system S, R1, R2;")), ...asked]);
    expect(two.code).toBe(2);
    expect(two.out + two.err).toMatch(/several processes are ready for this handshake \(R1, R2\)/);
  });

  test("beside symbolic ones, each with its own exit code", async () => {
    const { code, out } = await ask("-e", "A[] x >= 0", "-e", half, "-e", "E<> n == 2");
    expect(code).toBe(1);
    expect(out).toMatch(/1\. .*satisfied\n2\. .*satisfied\n {3}\(.*\n.*\n3\. .*NOT satisfied\n/);
  });

  test("the same for the same seed, another for another", async () => {
    const first = (await ask("-e", half, "--seed", "5")).out;
    expect((await ask("-e", half, "--seed", "5")).out).toBe(first);
    expect((await ask("-e", half, "--seed", "6")).out).not.toBe(first);
    // What else is asked does not matter.
    expect((await ask("-e", "A[] true", "-e", half, "--seed", "5")).out).toContain(first.slice(3));
  });

  test("a model that symbolic verification refuses", async () => {
    const hybrid = file("h.xta", model.replace("x <= 10", "x <= 10 && y' == x + 1").replace("clock x;", "clock x, y;"));
    const { code, out } = await run(["verify", hybrid, "-e", "Pr[<=5; 10](<> y > 1)", "-e", "E<> P.done"]);
    expect(code).toBe(2);
    expect(out).toMatch(/1\. .*satisfied\n {3}\(10\/10 runs\)/);
    expect(out).toMatch(/2\. E<> P\.done: error\n.*symbolic verification does not take this model: .*integer/);
    expect((await run(["verify", hybrid, "-e", "E<> P.done"])).err).toMatch(/h\.xta:4:\d+: error: /);
  });

  test("learning and strategies are refused by name", async () => {
    expect((await ask("-e", "minE(x)[<=5]: <> P.done")).code).not.toBe(0);
  });
});

describe("options", () => {
  test.each([
    [["--alpha", "0.01"], /\(99% CI\)/],
    [["--epsilon", "0.2"], /\(\d+\/[23]\d runs\)/],
    [["--runs", "100"], /\/100 runs\)/],
    [["--relative-error", "0.2"], /\/\d{3} runs\)/],
    [["--quantile", "0.5,0.9"], /50% of the runs are at most 2\.\d+, which is in .*\n {3}90% of the runs/],
    [["--statistics"], /runs, [\d ]+ transitions, .* s; seed 1, alpha 0.05, beta 0.05, epsilon 0.05/],
  ])("%j", async (words, out) => expect((await ask("-e", half, ...words)).out).toMatch(out));

  test("of a hypothesis and an expectation", async () => {
    const count = async (...words: string[]) =>
      Number(/\/(\d+) runs/.exec((await ask("-e", "Pr[<=5](<> P.done) >= 0.3", ...words)).out)?.[1]);
    expect(await count("--delta", "0.1")).toBeLessThan(await count());
    expect(await count("--beta", "0.2")).toBeLessThan(await count());
    expect((await ask("-e", "E[<=3; 50](max: x * n)", "--bootstrap", "200")).out).toMatch(/by resampling in \[/);
  });

  test.each([
    [["--alpha", "1"], /between 0 and 1/],
    [["--epsilon", "no"], /above 0/],
    [["--runs", "0"], /1 or more/],
    [["--plot", "a.png"], /has no known ending/],
    [["--trajectories", "a.svg"], /has no known ending/],
    [["--bootstrap", "2"], /100 to 1000000 resamples/],
    [["--alpha", "0.6"], /risks are between 0 and 1\/2/],
  ])("%j is refused", async (words, err) => {
    const { code, ...ran } = await ask("-e", "Pr[<=5](<> P.done) >= 0.3", ...words);
    expect(code).toBe(2);
    expect(ran.err).toMatch(err);
  });

  test("stored in the model: the query's count more than the file's, the command line's most", async () => {
    const xml = (query: string): string => `<nta><declaration>clock x;</declaration><template><name>P</name>
<location id="a"><name>wait</name><label kind="invariant">x &lt;= 10</label></location><location id="b"><name>done</name></location>
<init ref="a"/><transition><source ref="a"/><target ref="b"/></transition></template><system>system P;</system>
<queries><option key="--alpha" value="0.01"/><option key="--discretization" value="0.1"/>
<query><formula>Pr[&lt;=5; 20](&lt;&gt; P.done)</formula><comment/>${query}</query></queries></nta>`;
    const says = async (query: string, ...words: string[]) =>
      /\(([\d.]+)% CI/.exec((await run(["verify", file("o.xml", xml(query)), ...words])).out)?.[1];
    expect(await says("")).toBe("99");
    expect(await says('<option key="--alpha" value="0.1"/>')).toBe("90");
    expect(await says('<option key="--alpha" value="0.1"/>', "--alpha", "0.2")).toBe("80");
    expect(await says('<option key="--alpha" value="much"/>')).toBe("99");
  });
});

describe("expectations", () => {
  const expected = (query: string, words: string): Promise<{ code: number; out: string }> =>
    run(["verify", file("m.xta", model), file("q.q", `${query}\n/* EXPECT:${words} */\n`)]);

  test.each([
    ["T", 0],
    ["T,0.5", 0],
    ["T,0.9", 1],
    ["T,>=0.4", 0],
    ["T,>=0.9", 1],
    ["T,<=0.1", 1],
    ["T,0.6..0.9", 1],
    ["T,0.5..0.9", 0],
    ["T,[0.6,0.9]", 1],
    ["T,[0.5,0.9]", 0],
    ["F", 1],
  ])("an interval decides: %s", async (words, code) => {
    const { code: ended, out } = await expected(half, words);
    expect(ended).toBe(code);
    if (code === 1 && words !== "F") expect(out).toContain(`expected ${words.slice(2)}`);
  });

  test("of a mean", async () => {
    expect((await expected("E[<=20; 100](max: n)", "T,3")).code).toBe(0);
    expect((await expected("E[<=20; 100](max: n)", "T,4")).code).toBe(1);
    expect((await expected("Pr[<=5](<> P.done) >= 0.9", "F")).code).toBe(0);
  });

  test.each([
    ["0.5", [0.5, 0.5]],
    ["-3", [-3, -3]],
    ["1..2", [1, 2]],
    ["[0.4,0.6]", [0.4, 0.6]],
    ["0.5 ± 0.25 (95% CI)", [0.25, 0.75]],
    ["≥ 0.950056 (95% CI)", [0.950056, Infinity]],
    ["<= 1e-3", [-Infinity, 0.001]],
    ["≈ 100", [100, 100]],
    ["much", undefined],
  ] as const)("%s", (text, wanted) => {
    const found = expectedRange(text);
    expect(found === undefined ? undefined : [found.low, found.high]).toEqual(wanted);
  });
});

describe("limits and signals", () => {
  test("leave the estimate so far", async () => {
    let looks = 0;
    const { code, out } = await run(["verify", file("m.xta", model), "-e", half, "--epsilon", "0.0005"], {
      signal: () => (looks++ > 20 ? "SIGINT" : undefined),
    });
    expect(code).toBe(130);
    expect(out).toMatch(/: unknown \(the search was stopped\)\n {3}\(\d+\/\d+ runs\) Pr\(<> P\.done\) in \[/);
    const timed = await ask("-e", half, "--epsilon", "0.0001", "--timeout", "0.3");
    expect(timed.code).toBe(3);
    expect(timed.out).toMatch(/unknown \(the time limit of 0\.3 s was reached\)\n {3}\(\d+\/\d+ runs\)/);
  });

  test("progress tells the runs and the present interval", async () => {
    const { err } = await ask("-e", half, "--epsilon", "0.0001", "--timeout", "2", "--progress");
    expect(err).toMatch(/^[\d ]+ runs, [\d ]+\/s, in \[0\.\d+, 0\.\d+\], \d+\.\d s$/m);
  });

  test("a run that fails is told with its place and state", async () => {
    const wrong = file("f.xta", model.replace("assign n = 3", "assign n = 3 / (n - n)"));
    const { code, out } = await run(["verify", wrong, "-e", half]);
    expect(code).toBe(2);
    expect(out).toMatch(/: fault in the model\n[\s\S]*f\.xta:6:\d+: error: .*\(run 0, time \d/);
    expect(out).toMatch(/in the state: P\.\w+, /);
  });
});

describe("files", () => {
  test("plots and trajectories", async () => {
    const svg = path("p.svg");
    const ran = await ask("-e", half, "--plot", svg);
    expect(ran.out).toContain(`plot written to ${svg}`);
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg [\s\S]*probability[\s\S]*<\/svg>\n$/);
    await ask("-e", half, "--plot", path("p.html"));
    expect(readFileSync(path("p.html"), "utf8")).toMatch(/^<!DOCTYPE html>[\s\S]*<svg/);
    await ask("-e", half, "--plot", path("p.json"));
    const plots = JSON.parse(readFileSync(path("p.json"), "utf8"));
    expect(schemaFaults("plots", plots)).toEqual([]);
    expect(plots).toMatchObject({ command: "plots", query: half });
    expect(plots.plots).toHaveLength(7);
    const simulate = ["-e", "simulate [<=20; 3] {n, x}"];
    await ask(...simulate, "--trajectories", path("t.csv"));
    expect(readFileSync(path("t.csv"), "utf8")).toMatch(
      /^plot,series,run,x,y\n3 of 3 runs,n,0,0,0\n[\s\S]*,x,2,20,20\n$/,
    );
    await ask(...simulate, "--trajectories", path("t.json"));
    const written = JSON.parse(readFileSync(path("t.json"), "utf8"));
    expect(schemaFaults("trajectories", written)).toEqual([]);
    expect(written.estimate.trajectories[2].series[1].at(-1)).toEqual([20, 20]);
  });

  test("one for each of several queries", async () => {
    await ask("-e", half, "-e", "A[] true", "-e", "simulate [<=2] {x}", "--plot", path("s.svg"));
    expect(readFileSync(path("s-1.svg"), "utf8")).toContain("Pr(&lt;&gt; P.done)");
    expect(readFileSync(path("s-3.svg"), "utf8")).toContain("A run");
  });

  test("one page for several queries", async () => {
    const ran = await ask("-e", half, "-e", "A[] true", "-e", "simulate [<=2] {x}", "--plot", path("all.html"));
    expect(ran.out.match(/plot written to/g)).toHaveLength(1);
    const page = readFileSync(path("all.html"), "utf8");
    expect(page.match(/<h2>/g)).toHaveLength(2);
    const drawn = page.match(/<svg/g)!.length;
    await ask("-e", half, "--plot", path("one.html"));
    const first = readFileSync(path("one.html"), "utf8").match(/<svg/g)!.length;
    expect(first).toBeGreaterThanOrEqual(7);
    expect(drawn).toBeGreaterThan(first);
  });

  test("results go into the model", async () => {
    const xml = `<nta><declaration>clock x;</declaration><template><name>P</name><location id="a"><name>wait</name><label kind="invariant">x &lt;= 10</label></location><init ref="a"/><transition><source ref="a"/><target ref="a"/><label kind="assignment">x = 0</label></transition></template><system>system P;</system>
<queries><query><formula>A[] x &gt;= 0</formula><comment/></query><query><formula>Pr[&lt;=5; 50](&lt;&gt; x &gt; 4)</formula><comment/></query></queries></nta>`;
    const stored = path("stored.xml");
    expect((await run(["verify", file("r.xml", xml), "--results", stored])).code).toBe(0);
    const source = read(readFileSync(stored));
    if (source.format === "tck") throw new Error("this is a UPPAAL model");
    expect(source.diagnostics).toEqual([]);
    const [first, second] = source.tree.queries;
    expect(first!.results).toEqual([]);
    expect(second!.results[0]).toMatchObject({
      outcome: "success",
      type: "quantity",
      value: expect.stringMatching(/^0\.\d+ ± /),
    });
    expect(second!.results[0]!.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
    expect((await ask("-e", half, "--results", path("no.xml"))).err).toMatch(/XML/);
  });

  test("JSON follows the schema", async () => {
    const queries = [
      half,
      "Pr[<=5](<> P.done) >= 0.3",
      "Pr[<=8](<> n > 0) >= Pr[<=3](<> n > 0)",
      "E[<=9; 20](max: x * n)",
      "simulate [<=9; 2] {n} : n > 0",
    ];
    const { out } = await ask(
      ...queries.flatMap((query) => ["-e", query]),
      "--json",
      "--quantile",
      "0.5",
      "--bootstrap",
      "100",
    );
    const document = JSON.parse(out);
    expect(schemaFaults("verify", document)).toEqual([]);
    expect(document.queries.map((q: { estimate: { kind: string } }) => q.estimate.kind)).toEqual([
      "probability",
      "hypothesis",
      "comparison",
      "expectation",
      "simulation",
    ]);
    expect(document.queries[0].estimate).toMatchObject({ parameters: { seed: 1, alpha: 0.05 }, unit: "time" });
  });
});

describe("one run again", () => {
  test("a limit ends it, and says what went on", async () => {
    const busy = file(
      "busy.xta",
      "int n; process P() { state A { ; 1000 }; init A; trans A -> A { assign n = (n + 1) % 7; }; } system P;",
    );
    const asked = ["verify", busy, "-e", "Pr[<=1000000](<> n < 0)", "--run", "2"];
    for (const limit of [
      ["--memory", "1"],
      ["--timeout", "0.3"],
    ]) {
      const { code, out, err } = await run([...asked, ...limit]);
      expect(code).toBe(3);
      expect(out).toBe("");
      expect(err).toMatch(/^error: the (memory|time) limit of .* was reached while making run 2 of query 1\n$/);
    }
  });

  test("as text, the very run that was counted", async () => {
    const { code, out } = await ask("-e", half, "--run", "0");
    expect(code).toBe(0);
    const time = /delay ([\d.]+)/.exec(out)?.[1];
    expect(out).toMatch(
      /^State 0, time 0: P\.wait\n {2}.*n = 0.*\n\ndelay [\d.]+\n\nP: wait -> done\n\nState 1, time [\d.]+: P\.done\n/,
    );
    expect(out).toMatch(/Run 0 ends at time [\d.]+: it succeeded\.\n$/);
    const only = await ask("-e", "Pr[<=5; 1](<> P.done)");
    expect(only.out).toContain(`reached at time ≈ ${time}`);
    expect((await ask("-e", half, "--run", "0", "--seed", "2")).out).not.toBe(out);
    expect((await ask("-e", "simulate [<=20] {n}", "--run", "3")).out).toMatch(/Run 3 ends at time 20: /);
  });

  test("as a file", async () => {
    await ask("-e", "Pr[<=20](<> P.done)", "--run", "4", "--trace-file", path("run.json"));
    const written = JSON.parse(readFileSync(path("run.json"), "utf8"));
    expect(schemaFaults("run", written)).toEqual([]);
    expect(written).toMatchObject({ seed: 1, replay: { run: 4, steps: [{ time: 0, locations: { P: "wait" } }, {}] } });
    expect((await ask("-e", half, "--run", "4", "--trace-file", path("run.png"))).err).toMatch(/\.txt \.json \.xtr/);
  });

  test("as a trace of UPPAAL's", async () => {
    const asked = ["-e", "Pr[<=20](<> P.done)", "--run", "4", "--trace-file"];
    expect((await ask(...asked, path("run.xtr"))).err).toBe("");
    expect(parseXtr(readFileSync(path("run.xtr"), "utf8"))?.transitions).toEqual([
      [{ process: 0, edge: 0, selects: [] }],
    ]);
    expect((await ask(...asked, path("run.xml"))).code).toBe(0);
    expect(readFileSync(path("run.xml"), "utf8")).toMatch(/<transition [^>]*edges="P\.Edge1 "/);
    for (const ending of ["mmd", "svg"]) expect((await ask(...asked, path(`run.${ending}`))).code).toBe(0);
  });

  test("or why not, and no file", async () => {
    const hybrid = file("h.xta", model.replace("x <= 10", "x <= 10 && y' == x + 1").replace("clock x;", "clock x, y;"));
    const asked = ["verify", hybrid, "-e", "Pr[<=5](<> y > 1)", "--run", "0", "--trace-file", path("hybrid.xtr")];
    const { code, err } = await run(asked);
    expect(code).toBe(2);
    expect(err).toMatch(
      /run 0 cannot be written as \.xtr: symbolic states do not take this model: .*\n.*\.txt or \.json/,
    );
    expect(existsSync(path("hybrid.xtr"))).toBe(false);
  });

  test("of one query only", async () => {
    expect((await ask("-e", half, "-e", half, "--run", "1")).err).toMatch(/one statistical query/);
    expect((await ask("-e", "A[] true", "--run", "1")).err).toMatch(/none is asked/);
    expect((await ask("-e", half, "--run", "-1")).code).toBe(2);
  });
});

test("Markov chains are solved, and what cannot be is proven", async () => {
  const queue = new URL("../../examples/statistical/queue.xml", import.meta.url).pathname;
  expect((await run(["verify", queue, "--query", "1", "--exact"])).out).toMatch(
    /\n {3}computed: 0\.477555, by solving a Markov chain of \d+ states\n/,
  );
  const never = await ask("-e", "Pr[<=5](<> n == 2)", "--exact");
  expect(never.out).toMatch(/\n {3}exactly 0: a symbolic search proves it\n/);
  expect(never.out).not.toContain("warning");
  expect((await ask("-e", "Pr[<=5]([] n <= 3)", "--exact")).out).toMatch(
    /\n {3}exactly 1: a symbolic search proves it\n/,
  );
  // What runs can do is not proven to be impossible.
  expect((await ask("-e", half, "--exact")).out).not.toContain("exactly");
});

describe("a query that is wrong about a model that only runs can take", () => {
  const hybrid = file("hybrid.xta", "clock v = 0.5; process P() { state A; init A; } system P;");
  test("is told, not what symbolic verification would refuse", async () => {
    const { code, out, err } = await run(["verify", hybrid, "-e", "Pr[<=1](<> Q.A)"]);
    expect(code).toBe(2);
    expect(out + err).toMatch(/'Q' is not declared/);
    expect(out + err).not.toContain("symbolic");
  });
  test("also by verifyta", async () => {
    const { code, out, err } = await runProgram(verifyta, [hybrid, file("w.q", "Pr[<=1](<> Q.A)\n")]);
    expect(code).toBe(1);
    expect(out + err).toMatch(/'Q' is not declared|Unknown identifier/);
    expect(out + err).not.toContain("symbolic");
  });
});

describe("verifyta", () => {
  const verify = async (...words: string[]) =>
    runProgram(verifyta, [
      ...words,
      file("m.xta", model),
      file("v.q", `${half}\nE[<=20; 50](max: n)\nsimulate [<=20; 1] {n}\n`),
    ]);

  test("speaks as UPPAAL 5", async () => {
    const { code, out, err } = await verify("-s", "-q");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /Verifying formula 1 at .*:1\n -- Formula is satisfied\.\n\(\d+\/\d+ runs\) Pr\(<> …\) in \[0\.4\d+,0\.5\d+\] \(95% CI\)\nValues in \[0\.\d+,\d\.\d+\] mean=2\.\d+ steps=0\.0\d+: (\d+ ){99}\d+\n/,
    );
    expect(out).toMatch(
      / -- Formula is satisfied\.\n\(50 runs\) E\(max\) = ≈ 3\nValues in \[3,3\] mean=3 steps=1: 50\n/,
    );
    expect(out).toMatch(/n:\n\[0\]: \(0,0\) \([\d.]+,0\) \([\d.]+,3\) \(20,3\)\n/);
  });

  test("and as 4.1", async () => {
    const { out } = await verify("-s", "-q", "--dialect", "4.1");
    expect(out).toMatch(/\(\d+ runs\) Pr\(<> \.\.\.\) in \[0\.4\d+,0\.5\d+\]\nwith confidence 0\.95\.\n/);
    expect(out).toContain("(50 runs) E(max) = 3\n");
  });

  test.each([
    [["-a", "0.01"], /\(99% CI\)/],
    [["-E0.2"], /\(\d+\/[23]\d runs\)/],
    [["--epsilon=0.2", "--alpha", "0.1"], /\(\d+\/2\d runs\).*90% CI/],
    [["-B", "0.1", "--lower-delta", "0.1", "--upper-delta=0.1", "--u0", "0.8", "--u1", "1.2"], /95% CI/],
    [["--discretization", "0.01", "--truncation-error", "0.1", "--truncation-time-error", "0.1"], /95% CI/],
  ])("%j", async (words, out) => expect((await verify(...words)).out).toMatch(out));

  test("what is no probability is refused", async () => {
    const { code, err } = await verify("-a", "2");
    expect(code).toBe(1);
    expect(err).toMatch(/-a takes a number between 0 and 1, not '2'/);
  });

  test("a seed gives the same answer as zonal", async () => {
    const counts = (text: string) => /\((\d+\/\d+) runs\)/.exec(text)?.[1];
    expect(counts((await verify("-r", "9")).out)).toBe(counts((await ask("-e", half, "--seed", "9")).out));
  });
});
