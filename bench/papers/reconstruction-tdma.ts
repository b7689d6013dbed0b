/**
 * A family of models of the start-up of a TDMA bus, for the search over readings of Rinast et al., Table I. The paper took
 * its model from Lönn and Pettersson, Formal verification of a TDMA protocol start-up mechanism (1997): up to four stations,
 * each with a clock that may drift, come from silence into a common cycle. The drawings of that case study cannot be had
 * here; what it says leaves open what this file turns into choices. (A clock that is never reset, for an observer, was tried
 * too: it changes no figure.) A station listens; after a silence of its own length it sends; who hears a frame knows when its
 * own slot comes; frames that meet destroy each other.
 */
export interface TdmaChoice {
  readonly stations: 2 | 3 | 4;
  /** How a frame reaches the others: at once, one after the other in committed locations, or by a variable that each looks at. */
  readonly heard: "broadcast" | "in turn" | "by a variable";
  /** Times are intervals, because clocks drift; or points. */
  readonly drift: boolean;
  /** A frame lasts, so that two can meet. */
  readonly lasting: boolean;
  /** Clocks of a station: the second one counts the silence. */
  readonly clocks: 1 | 2;
  /** Whether a station that listens must act in the end. */
  readonly patient: boolean;
  /** Each station is switched on at a time of its own ("an arbitrary initial state"), or all at the beginning. */
  readonly switched: boolean;
  /** Who hears a frame first judges it, in a committed location. */
  readonly judged: boolean;
  /** A clock of each station bounds all its locations, so that every step asks again what every station allows. */
  readonly watched: boolean;
}

export function tdmaChoices(): TdmaChoice[] {
  const all: TdmaChoice[] = [];
  const both = [false, true];
  for (const stations of [2, 3, 4] as const)
    for (const heard of ["broadcast", "in turn", "by a variable"] as const)
      for (const drift of both)
        for (const lasting of both)
          for (const clocks of [1, 2] as const)
            for (const patient of both)
              for (const switched of both)
                for (const judged of both)
                  for (const watched of both)
                    all.push({ stations, heard, drift, lasting, clocks, patient, switched, judged, watched });
  return all;
}

const SLOT = 100;
const LENGTH = 60;

export function tdmaModel(choice: TdmaChoice): string {
  const { stations: n, heard } = choice;
  const channels =
    heard === "broadcast"
      ? "broadcast chan frame;"
      : heard === "in turn"
        ? `chan ${Array.from({ length: n }, (_, i) => `frame${i}`).join(", ")};`
        : "urgent broadcast chan look;";
  const processes = Array.from({ length: n }, (_, i) => station(i, choice));
  return `int[0,${n - 1}] who; int[0,${n}] sending; int[0,${n}] left; bool seen[${n}]; ${channels}
${processes.join("\n")}
system ${Array.from({ length: n }, (_, i) => `S${i}`).join(", ")};
`;
}

function station(id: number, choice: TdmaChoice): string {
  const { stations: n, heard, drift, lasting, clocks, patient, switched, judged, watched } = choice;
  const silence = clocks === 2 ? "s" : "x";
  const zero = ["x", ...(clocks === 2 ? ["s"] : []), ...(watched ? ["cycle"] : [])].map((c) => `${c} = 0`).join(", ");
  // One in a hundred: the latest and the earliest time that a station takes for a moment.
  const late = (t: string): string => (drift ? `(${t}) * 101 / 100` : t);
  const at = (clock: string, t: string): string =>
    drift ? `${clock} >= (${t}) * 99 / 100 && ${clock} <= ${late(t)}` : `${clock} == ${t}`;
  const own = `${(n + id) * SLOT}`;
  const slot = `next * ${SLOT}`;
  const mine = `next = (${id} + ${n} - who) % ${n} == 0 ? ${n} : (${id} + ${n} - who) % ${n}`;

  const locations = [
    patient ? `listen { ${silence} <= ${late(own)} }` : "listen",
    `wait { x <= ${late(slot)} }`,
    lasting ? `send { x <= ${late(`${LENGTH}`)} }` : "send",
  ];
  const committed = lasting ? [] : ["send"];
  if (switched) locations.push("off");
  if (judged) {
    locations.push("judge");
    committed.push("judge");
  }
  const told = judged ? "judge" : "wait";
  const edges = [
    ...(switched ? [`off -> listen { assign ${zero}; }`] : []),
    ...(judged ? ["judge -> wait { }"] : []),
    `listen -> send { guard ${at(silence, own)}; assign ${zero}, sending++; }`,
    `wait -> send { guard ${at("x", slot)}; assign ${zero}, sending++; }`,
  ];
  const lasts = lasting ? `${at("x", `${LENGTH}`)} && ` : "";
  const alone = `${lasts}sending <= 1`;
  const after = `${zero}, next = ${n}, sending--`;
  if (heard === "broadcast") {
    edges.push(`send -> wait { guard ${alone}; sync frame!; assign who = ${id}, ${after}; }`);
    for (const at of ["listen", "wait"]) edges.push(`${at} -> ${told} { sync frame?; assign ${zero}, ${mine}; }`);
  } else if (heard === "in turn") {
    const others = Array.from({ length: n }, (_, i) => i).filter((i) => i !== id);
    others.forEach((other, k) => {
      const [from, to] = [k === 0 ? "send" : `tell${k}`, k === others.length - 1 ? "wait" : `tell${k + 1}`];
      if (k > 0) {
        locations.push(from);
        committed.push(from);
      }
      const guard = k === 0 ? `guard ${alone}; ` : "";
      const assign = [...(k === 0 ? [`who = ${id}`] : []), ...(to === "wait" ? [after] : [])].join(", ");
      edges.push(`${from} -> ${to} { ${guard}sync frame${other}!;${assign === "" ? "" : ` assign ${assign};`} }`);
    });
    for (const at of ["listen", "wait"]) edges.push(`${at} -> ${told} { sync frame${id}?; assign ${zero}, ${mine}; }`);
    for (const at of switched ? ["send", "off"] : ["send"]) edges.push(`${at} -> ${at} { sync frame${id}?; }`);
  } else {
    edges.push(
      `send -> wait { guard ${alone} && left == 0; assign who = ${id}, ${after}, left = ${n - 1}, ${Array.from({ length: n }, (_, i) => `seen[${i}] = ${i === id}`).join(", ")}; }`,
    );
    for (const at of ["listen", "wait"])
      edges.push(
        `${at} -> ${told} { guard left > 0 && !seen[${id}]; sync look!; assign ${zero}, ${mine}, seen[${id}] = true, left--; }`,
      );
    for (const at of switched ? ["send", "off"] : ["send"])
      edges.push(`${at} -> ${at} { guard left > 0 && !seen[${id}]; sync look!; assign seen[${id}] = true, left--; }`);
  }
  // Frames that meet: each sender goes back to silence at its end.
  edges.push(`send -> listen { guard ${lasts}sending > 1; assign ${zero}, sending--; }`);
  const bounded = (location: string): string => {
    if (!watched) return location;
    const bound = `cycle <= ${3 * n * SLOT}`;
    return location.endsWith("}") ? location.replace("}", `&& ${bound} }`) : `${location} { ${bound} }`;
  };
  return `process S${id}() { clock x${clocks === 2 ? ", s" : ""}${watched ? ", cycle" : ""}; int[1,${n}] next = 1; state ${locations.map(bounded).join(", ")};${committed.length > 0 ? ` commit ${committed.join(", ")};` : ""} init ${switched ? "off" : "listen"}; trans ${edges.join(",\n  ")}; }`;
}
