import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { certify } from "../../apps/certify/certify.ts";
import { engineCase, focus, queryKinds } from "../agree/engines.ts";
import { Random } from "../agree/random-network.ts";
import { queryTextOf, xtaOf } from "../agree/spec-text.ts";
import { symmetricModel } from "../agree/symmetric-models.ts";
import { mutantsOf, randomOf } from "./mutate.ts";
import { type Proved, proveAll, queryOf, type Subject, subjectOf } from "./prove.ts";
import { whyNoProof } from "./stands.ts";

/**
 * What became of changed certificates: by change, how many were refused and how many still prove what they claim; and
 * what is wrong.
 */
interface Tally {
  certificates: number;
  readonly models: Set<Subject>;
  readonly proofs: Map<string, number>;
  readonly changes: Map<string, { refused: number; unreadable: number; unsupported: number; proved: number }>;
  /** Those that are accepted and are no proof, and those refused without a place. */
  readonly wrong: string[];
}

export function newTally(): Tally {
  return { certificates: 0, models: new Set(), proofs: new Map(), changes: new Map(), wrong: [] };
}

export type Asked = readonly [Subject, string];

/** Each certificate changed in every way, `rounds` times; the changes follow from the seed. */
export function tryMutants(all: Iterable<Asked>, seed: number, rounds: number, tally: Tally): void {
  const random = randomOf(seed);
  for (const [subject, text] of all) {
    const query = queryOf(subject, text);
    for (const proved of query === undefined ? [] : proveAll(subject, query, 500))
      if (proved.judgement?.result === "proved") tryOne(subject, text, proved, random, rounds, tally);
  }
}

function tryOne(
  subject: Subject,
  text: string,
  proved: Proved,
  random: ReturnType<typeof randomOf>,
  rounds: number,
  tally: Tally,
): void {
  const { proof = "" } = proved.judgement ?? {};
  tally.certificates++;
  tally.models.add(subject);
  tally.proofs.set(proof, (tally.proofs.get(proof) ?? 0) + 1);
  for (let round = 0; round < rounds; round++)
    for (const { change, bytes, text: changed, more } of mutantsOf(proved.lines!, random)) {
      const model = more === undefined ? subject.bytes : Buffer.concat([subject.bytes, Buffer.from(more)]);
      const { result, member, step, reason } = certify(model, subject.name, bytes);
      const counts = tally.changes.get(change) ?? { refused: 0, unreadable: 0, unsupported: 0, proved: 0 };
      tally.changes.set(change, counts);
      counts[result]++;
      const told = `${subject.name}: ${text}: ${change}`;
      if (result === "refused" && member === undefined && step === undefined)
        tally.wrong.push(`${told}: refused without a place: ${reason}`);
      if (result !== "proved") continue;
      // A packed file that is accepted has the same text, or the flipped byte is none of its content.
      const why = more === undefined && whyNoProof(subject, (changed ?? proved.lines!.join("")).trimEnd().split("\n"));
      if (why !== undefined) tally.wrong.push(`${told}: accepted, and ${why === false ? "of another model" : why}`);
    }
}

/**
 * From the project's folder, where tests and measurements are run. Every query of each model of the cases; of the examples
 * those with few states.
 */
export function* written(): Generator<Asked> {
  const cases = "test/cases";
  for (const file of readdirSync(cases).filter((name) => name.endsWith(".txt")))
    for (const block of readFileSync(join(cases, file), "utf8").split(/^== /m).slice(1)) {
      const [title, ...lines] = block.split("\n");
      const text = lines.filter((line) => !/^(\?|!!) /.test(line)).join("\n");
      const subject = subjectOf(new TextEncoder().encode(text), `${file} ${title}.xta`);
      if (subject === undefined) continue;
      for (const line of lines.filter((so) => so.startsWith("? ")))
        yield [subject, line.slice(2).split(" => ")[0]!.trim()];
    }
  const examples = "examples";
  for (const name of readdirSync(examples).filter((so) => so.endsWith(".xml"))) {
    const subject = subjectOf(readFileSync(join(examples, name)), name);
    for (const { text } of subject?.made.model.tree.queries ?? []) yield [subject!, text];
  }
}

/** Random models of equal processes, whose closed sets are stated up to permutations. */
export function* symmetric(from: number, to: number): Generator<Asked> {
  for (let seed = from; seed < to; seed++)
    for (const family of ["scalar", "integer", "uneven"] as const) {
      const { text, queries } = symmetricModel(new Random(seed), family);
      const subject = subjectOf(new TextEncoder().encode(text), `${family} ${seed}.xta`);
      if (subject !== undefined) for (const query of queries) yield [subject, query];
    }
}

/** Random networks, each with a query of a kind of its own. */
export function* networks(from: number, to: number): Generator<Asked> {
  for (let seed = from; seed < to; seed++) {
    const kind = queryKinds[seed % queryKinds.length]!;
    const { spec, query } = engineCase(seed, kind, focus[Math.floor(seed / queryKinds.length) % focus.length]!);
    yield [subjectOf(new TextEncoder().encode(xtaOf(spec)), `seed ${seed}.xta`)!, queryTextOf(spec, query)];
  }
}
