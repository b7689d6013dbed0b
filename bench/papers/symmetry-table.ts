/**
 * Table 1 of the paper on symmetry, and what its text says of the timeout task: the agreement algorithm and the audio/video
 * protocol, rebuilt from their descriptions (`agreement.ts`, also in a form that forgets, and `audio-video.ts`). The paper
 * prints neither models nor states, so seconds and megabytes are of other models on another machine; what can be held against
 * each other is what the reduction saves, plain : reduced. Rows that the paper could not do come last.
 */
import { agreement, agreementQuery, timeoutQuery, timeoutTask } from "./agreement.ts";
import { forgetfulAgreement } from "./agreement-forgetful.ts";
import { audioVideo, audioVideoQuery } from "./audio-video.ts";
import { beside, type Standing } from "./standing.ts";
import { ask, askUsual, type Measured } from "./symmetry-measure.ts";

interface Paper {
  /** Without and with the reduction. */
  readonly seconds: readonly [number, number];
  readonly megabytes: readonly [number, number];
}
interface Row {
  readonly name: string;
  readonly text: string;
  readonly query: string;
  readonly paper?: Paper;
  /** What the paper says where it prints no figures. */
  readonly says?: string;
  /** How many times as long it may take with the reduction as without; by default 10. */
  readonly patience?: number;
  /** Asked as usual, with all other reductions too. */
  readonly isUsual?: boolean;
}

const sizes = { n: 2, f: 1, ones: 0, c1: 1, c2: 2, d: 0 };
const agreed = (n: number, d: number, more: Partial<Row>): Row => ({
  name: `Agreement, n = ${n} (${d})`,
  text: agreement({ ...sizes, n, d }),
  query: agreementQuery,
  ...more,
});
const forgetful = (n: number, d: number, ones: number): Row => ({
  name: `the same, forgetful, n = ${n} (${d}), ones = ${ones}`,
  text: forgetfulAgreement({ ...sizes, n, d, ones }),
  query: agreementQuery,
  says: "not possible",
});
const sent = (n: number, paper: Paper): Row => ({
  name: `B&O (${n})`,
  text: audioVideo(n),
  query: audioVideoQuery,
  paper,
});
const timed = (n: number, says: string): Row => ({
  name: `Timeout task (${n})`,
  text: timeoutTask(n, sizes),
  query: timeoutQuery,
  says,
});

const rows: readonly Row[] = [
  agreed(2, 0, { paper: { seconds: [1, 3], megabytes: [33, 45] } }),
  agreed(2, 1, { paper: { seconds: [21, 16], megabytes: [294, 180] } }),
  agreed(2, 2, { paper: { seconds: [80, 23], megabytes: [905, 245] } }),
  agreed(2, 3, { paper: { seconds: [231, 32], megabytes: [2126, 321] } }),
  sent(2, { seconds: [2, 1], megabytes: [16, 10] }),
  sent(3, { seconds: [265, 36], megabytes: [1109, 181] }),
  timed(6, "the most without the reduction"),
  timed(30, "handled easily"),
  agreed(3, 0, { says: "not possible" }),
  // Millions of states; by symmetries alone, of which dead variables tell more apart, no answer within a minute.
  agreed(3, 1, { name: "Agreement, n = 3 (1), all reductions", says: "not possible", patience: 15, isUsual: true }),
  forgetful(3, 1, 0),
  forgetful(3, 1, 1),
];

/**
 * Prints it; searches without the reduction that take longer than the timeout (ms) are left out, and each row has a
 * limit with it.
 */
export function table1(timeout: number): void {
  console.log("\nTable 1, and the timeout task: plain : reduced");
  const shown = rows.map((row) => {
    const patience = (row.patience ?? 10) * timeout;
    const reduced = row.isUsual ? askUsual(row.text, row.query, patience) : ask(row.text, row.query, true, patience);
    const tried = reduced.outcome === "unknown" ? undefined : ask(row.text, row.query, false, timeout);
    const plain = tried?.outcome === "unknown" ? undefined : tried;
    return [
      row.name,
      row.paper ? ratio(row.paper.seconds) : (row.says ?? ""),
      row.paper ? ratio(row.paper.megabytes) : "",
      `${plain?.stored ?? "-"} : ${reduced.stored}`,
      measured(plain?.seconds, reduced.seconds, 2),
      measured(plain?.mib, reduced.mib, 1),
      plain ? (plain.stored / reduced.stored).toFixed(1) : "-",
      plain && plain.outcome !== reduced.outcome ? "verdicts differ" : reduced.outcome,
      against(row, plain, reduced),
    ];
  });
  const head = ["model", "paper: s", "MB", "ours: states", "s", "MiB", "states saved", "verdict", "against the paper"];
  console.log(beside(head, shown));
}

const ratio = ([plain, reduced]: readonly [number, number]): string =>
  `${plain} : ${reduced} = ${(plain / reduced).toFixed(1)}`;

function measured(plain: number | undefined, reduced: number, digits: number): string {
  if (plain === undefined) return `- : ${reduced.toFixed(digits)}`;
  return `${plain.toFixed(digits)} : ${reduced.toFixed(digits)} = ${(plain / reduced).toFixed(1)}`;
}

/** Memory against memory by what is stored, since small searches take a least amount of it. */
function against({ paper, says }: Row, plain: Measured | undefined, reduced: Measured): Standing {
  if (reduced.outcome === "unknown")
    return `not reproduced: no answer within the time limit${says === "not possible" ? ", nor by the paper" : ""}`;
  if (paper === undefined) return says === "not possible" ? "better" : "equal";
  const [without, having] = paper.megabytes;
  if (plain === undefined) return reduced.mib < having ? "better" : "not reproduced: no answer without the reduction";
  const [ours, theirs] = [plain.stored / reduced.stored, without / having];
  if (ours >= 1.1 * theirs) return "better";
  return ours >= 0.9 * theirs ? "equal" : "not reproduced: less is saved";
}
