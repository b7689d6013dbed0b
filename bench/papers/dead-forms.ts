/**
 * The forms of the root contention protocol that Slomp's thesis leaves open (its drawing is lost). The eight printed resets,
 * the names in them and the published models of the protocol (Simons and Stoelinga; its constants in 10 ns are 76, 85, 159,
 * 167) fix the shape: a wire with two places, a node with eleven locations. Left open are: how the nodes begin, marks of
 * locations, the delay of a wire, and codes of messages (a place that is not yet used holds 0). If the older of two messages
 * stood in the second place, the model would have as many states before as after. Clocks of wires are fixed by the resets
 * (with the other clock in an invariant one of them is not printed), and messages sent again change no figure, whether
 * ignored, refused or restarting the clock.
 */
export interface Form {
  /** Both nodes begin in root contention, come there one by one, or together. */
  readonly start: "there" | "one by one" | "together";
  readonly contention: Mark;
  readonly idle: Mark;
  readonly root: Mark;
  /** The location before `child`, or none. */
  readonly child: Mark | "none";
  /** Twice the delay is below the least difference of two waits (740), not below it, or above the shorter wait (760) too. */
  readonly delay: 360 | 370 | 400;
  /** Which message has the code 0. */
  readonly zero: "REQ" | "ACK" | "IDLE" | "none";
}
type Mark = "" | "urgent" | "committed";

const marks: readonly Mark[] = ["", "urgent", "committed"];

export function allForms(): Form[] {
  const all: Form[] = [];
  for (const start of ["there", "one by one", "together"] as const)
    for (const contention of marks)
      for (const idle of marks)
        for (const root of marks)
          for (const child of ["none", ...marks] as const)
            for (const delay of [360, 370, 400] as const)
              for (const zero of ["REQ", "ACK", "IDLE", "none"] as const)
                all.push({ start, contention, idle, root, child, delay, zero });
  return all;
}

/** `isReversed`: edges in the other order, which changes what breadth first takes first. */
export function formText(form: Form, isReversed = false): string {
  const { start, contention, idle, root, child, delay, zero } = form;
  const codes = ["REQ", "ACK", "IDLE"].toSorted((a, b) => Number(b === zero) - Number(a === zero));
  const from = zero === "none" ? 1 : 0;
  const mark = (m: Mark | "none"): string => (m === "" || m === "none" ? "" : m);
  const inOrder = (edges: readonly string[]): string => (isReversed ? edges.toReversed() : edges).join("");
  const begins = start === "there" ? "root_contention" : "start";
  return `<?xml version="1.0" encoding="utf-8"?><nta><declaration>const int ${codes.map((c, k) => `${c} = ${from + k}`).join(", ")};
typedef int[${from},${from + 2}] Msg; const int DELAY = ${delay}; chan go, snd[2][4], rec[2][4];</declaration>
<template><name>Wire</name><parameter>const int[0,1] id</parameter><declaration>clock x, y; int[0,3] m1, m2;</declaration>
${location("empty")}${location("filled_one", "", "y <= DELAY")}${location("filled_both", "", "x <= DELAY")}<init ref="empty"/>${inOrder(wire())}</template>
<template><name>Node</name><parameter>const int[0,1] id</parameter><declaration>clock x;</declaration>
${start === "there" ? "" : location("start")}${location("root_contention", mark(contention))}${location("rec_idle", mark(idle))}
${location("rec_req_fast", "", "x <= 850")}${location("rec_req_slow", "", "x <= 1670")}${location("rec_idle_fast", "", "x <= 850")}${location("rec_idle_slow", "", "x <= 1670")}
${location("snt_req")}${location("almost_root", mark(root))}${location("root")}${child === "none" ? "" : location("almost_child", mark(child))}${location("child")}
<init ref="${begins}"/>${inOrder(node(form))}</template>
<system>Wire01 = Wire(0); Wire10 = Wire(1); Node0 = Node(0); Node1 = Node(1); system Wire01, Wire10, Node0, Node1;</system>
<queries><query><formula>A[] not deadlock</formula><comment/></query><query><formula>E&lt;&gt; Wire01.filled_both</formula><comment/></query></queries></nta>
`;
}

function wire(): string[] {
  return [
    edge("empty", "filled_one", { select: "m : Msg", sync: "snd[id][m]?", assign: "m1 = m, x = 0, y = 0" }),
    edge("filled_one", "filled_one", { sync: "snd[id][m1]?" }),
    edge("filled_one", "filled_both", {
      select: "m : Msg",
      guard: "m != m1",
      sync: "snd[id][m]?",
      assign: "m2 = m, y = 0",
    }),
    edge("filled_both", "filled_both", { sync: "snd[id][m2]?" }),
    edge("filled_both", "filled_one", {
      sync: "rec[id][m1]!",
      assign: "m1 = m2",
    }),
    edge("filled_one", "empty", { sync: "rec[id][m1]!" }),
  ];
}

function node({ start, child }: Form): string[] {
  const sends = (from: string, to: string, message: string, guard = "", assign = ""): string =>
    edge(from, to, { guard, sync: `snd[id][${message}]!`, assign });
  const hears = (from: string, to: string, message: string): string =>
    edge(from, to, { sync: `rec[1 - id][${message}]?` });
  const begins = {
    there: [],
    "one by one": [edge("start", "root_contention")],
    together: [
      edge("start", "root_contention", { guard: "id == 0", sync: "go!" }),
      edge("start", "root_contention", { guard: "id == 1", sync: "go?" }),
    ],
  }[start];
  return [
    ...begins,
    ...["root_contention", "rec_idle"].flatMap((at) =>
      ["fast", "slow"].map((speed) =>
        sends(at, `${at === "rec_idle" ? "rec_idle" : "rec_req"}_${speed}`, "IDLE", "", "x = 0"),
      ),
    ),
    hears("root_contention", "rec_idle", "IDLE"),
    hears("rec_idle", "root_contention", "REQ"),
    ...(["fast", "slow"] as const).flatMap((speed) => {
      const due = speed === "fast" ? "x >= 760" : "x >= 1590";
      return [
        hears(`rec_req_${speed}`, `rec_idle_${speed}`, "IDLE"),
        hears(`rec_idle_${speed}`, `rec_req_${speed}`, "REQ"),
        sends(`rec_req_${speed}`, "almost_root", "ACK", due),
        sends(`rec_idle_${speed}`, "snt_req", "REQ", due),
      ];
    }),
    hears("snt_req", "root_contention", "REQ"),
    hears("snt_req", child === "none" ? "child" : "almost_child", "ACK"),
    edge("almost_root", "root"),
    ...(child === "none" ? [] : [edge("almost_child", "child")]),
    // Without them it would end in a deadlock, which the thesis excludes.
    edge("root", "root"),
    edge("child", "child"),
  ];
}

function location(name: string, mark = "", invariant = ""): string {
  return `<location id="${name}"><name>${name}</name>${invariant === "" ? "" : `<label kind="invariant">${escaped(invariant)}</label>`}${mark === "" ? "" : `<${mark}/>`}</location>`;
}

interface Labels {
  readonly select?: string;
  readonly guard?: string;
  readonly sync?: string;
  readonly assign?: string;
}

function edge(
  source: string,
  target: string,
  { select = "", guard = "", sync = "", assign = "" }: Labels = {},
): string {
  const label = (kind: string, text: string): string =>
    text === "" ? "" : `<label kind="${kind}">${escaped(text)}</label>`;
  const labels = [
    label("select", select),
    label("guard", guard),
    label("synchronisation", sync),
    label("assignment", assign),
  ];
  return `<transition><source ref="${source}"/><target ref="${target}"/>${labels.join("")}</transition>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
