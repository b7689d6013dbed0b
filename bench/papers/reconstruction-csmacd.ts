/**
 * CSMA/CD with n stations in the forms in which it goes round, for the search over readings of Rinast et al., Table I. The paper
 * names Yovine's case study for KRONOS, where a collision is one step of all processes. UPPAAL has no such step, so each
 * translation chooses: the bus tells the stations in turn or by a broadcast, with or without the case study's guards, and a
 * station that waits or retries hears of it or not.
 */
interface CsmacdChoice {
  /**
   * How the stations learn of a collision: one after the other while a clock stands or in committed locations, or all at once.
   */
  readonly told: "in turn, x <= 0" | "in turn, committed" | "broadcast";
  /** Whether the case study's x < 26 and x < 52 stand on the edges too, not only in the locations. */
  readonly guards: boolean;
  /** Where a waiting station goes when it hears of a collision. */
  readonly waiting: "stays or retries" | "stays" | "does not hear";
  /** Whether a station that retries hears that the bus is busy. */
  readonly busy: boolean;
}

/** The form that Möller's generator makes, which goes with UPPAAL's benchmarks: with it the paper's figures come out. */
const generated: CsmacdChoice = {
  told: "in turn, x <= 0",
  guards: true,
  waiting: "stays or retries",
  busy: false,
};

export function csmacdChoices(): CsmacdChoice[] {
  const all: CsmacdChoice[] = [];
  for (const told of ["in turn, x <= 0", "in turn, committed", "broadcast"] as const)
    for (const guards of [true, false])
      for (const waiting of ["stays or retries", "stays", "does not hear"] as const)
        for (const busy of [false, true]) {
          // Told in turn, a station that cannot listen would stop the bus for good.
          if (waiting === "does not hear" && told !== "broadcast") continue;
          all.push({ told, guards, waiting, busy });
        }
  return all;
}

export function csmacd(n: number, choice: CsmacdChoice = generated): string {
  const stations = Array.from({ length: n }, (_, i) => i + 1);
  const inTurn = choice.told !== "broadcast";
  const told = (i: number): string => (inTurn ? `cd${i}` : "cd");
  const channels = inTurn ? `chan ${stations.map(told).join(", ")};` : "broadcast chan cd;";
  const processes = stations.map((i) => station(i, told(i), choice));
  return `chan begin, end, busy; ${channels}\n${bus(n, told, choice)}\n${processes.join("\n")}\nsystem Bus, ${stations.map((i) => `S${i}`).join(", ")};\n`;
}

function bus(n: number, told: (i: number) => string, { told: how, guards }: CsmacdChoice): string {
  // The first has up to 26 to be told, the others no time.
  const steps = how === "broadcast" ? 1 : n;
  const names = Array.from({ length: steps }, (_, i) => `collision${i + 1}`);
  const committed = how === "in turn, committed" ? names.slice(1) : [];
  const locations = names.map((name, i) => {
    if (i === 0) return `${name} { x < 26 }`;
    return how === "in turn, committed" ? name : `${name} { x <= 0 }`;
  });
  const edges = names.map((name, i) => {
    const guard = !guards || committed.includes(name) ? "" : `guard ${i === 0 ? "x < 26" : "x <= 0"}; `;
    return `${name} -> ${names[i + 1] ?? "idle"} { ${guard}sync ${told(i + 1)}!; assign x = 0; }`;
  });
  return `process Bus() {
  clock x;
  state idle, active, ${locations.join(", ")};${committed.length > 0 ? ` commit ${committed.join(", ")};` : ""}
  init idle;
  trans idle -> active { sync begin?; assign x = 0; }, active -> idle { sync end?; assign x = 0; },
        active -> active { guard x >= 26; sync busy!; }, active -> collision1 { guard x < 26; sync begin?; assign x = 0; },
        ${edges.join(",\n        ")};
}`;
}

function station(i: number, cd: string, { guards, waiting, busy }: CsmacdChoice): string {
  const within = guards ? "guard x < 52; " : "";
  const edges = [
    "wait -> transmit { sync begin!; assign x = 0; }",
    "wait -> retry { sync busy?; assign x = 0; }",
    "transmit -> wait { guard x == 808; sync end!; assign x = 0; }",
    `transmit -> retry { ${within}sync ${cd}?; assign x = 0; }`,
    `retry -> transmit { ${within}sync begin!; assign x = 0; }`,
    `retry -> retry { ${within}sync ${cd}?; assign x = 0; }`,
    ...(waiting === "does not hear" ? [] : [`wait -> wait { sync ${cd}?; assign x = 0; }`]),
    ...(waiting === "stays or retries" ? [`wait -> retry { sync ${cd}?; assign x = 0; }`] : []),
    ...(busy ? [`retry -> retry { ${within}sync busy?; assign x = 0; }`] : []),
  ];
  return `process S${i}() { clock x; state wait, transmit { x <= 808 }, retry { x < 52 }; init wait; trans ${edges.join(", ")}; }`;
}
