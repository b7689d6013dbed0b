import { describe, expect, test } from "vitest";
import { type JournalEntry, journalLine, newJournal, readJournal } from "../../src/index.ts";
import { crc32 } from "../../src/online/checksum.ts";
import { many } from "../many.ts";

/** A journal as data: what was written is read, and nothing else is taken for it. */
const owner = { model: "m", asked: "q" };
const checkpoint = {
  accepted: 2,
  t: 7.5,
  base: 7,
  states: [{ cells: [0, 3], zone: [1, 0, 15], hash: -5 }],
};
const entries: readonly JournalEntry[] = [
  { line: 1, event: { t: 1, set: { n: 2 } } },
  { line: 3, checkpoint },
  { line: 4, event: { t: 8, event: "größer\u2028\ud83d\ude82" } },
  { line: 5, event: { t: 9, at: { P: "A" } } },
];

function lines(): string[] {
  const first = newJournal(owner);
  const all = [first.text];
  let { end } = first;
  for (const entry of entries) {
    const next = journalLine(entry, end);
    all.push(next.text);
    end = next.end;
  }
  return all;
}

const read = (text: string): Exclude<ReturnType<typeof readJournal>, string> => {
  const journal = readJournal(text);
  if (typeof journal === "string") throw new Error(journal);
  return journal;
};

test("the checksum is the usual CRC-32, and can be continued", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32("6789", crc32("12345"))).toBe(0xcbf43926);
});

test("what was written is read; every character is a byte", () => {
  const text = lines().join("");
  expect([...text].every((c) => c === "\n" || (c >= " " && c <= "~"))).toBe(true);
  expect(read(text)).toMatchObject({
    owner,
    checkpoint: { checkpoint, line: 3 },
    events: [entries[2], entries[3]],
    length: text.length,
  });
});

describe("damage", () => {
  const all = lines();
  const text = all.join("");
  const lineAt = (at: number): number => text.slice(0, at).split("\n").length;

  test("a byte that is changed, whichever and however, is seen, and its line is told", () => {
    for (let at = 0; at < text.length; at++) {
      const told = lineAt(at) === 1 ? /its first line is damaged/ : new RegExp(`^line ${lineAt(at)} is damaged$`);
      for (let k = 0; k < many(256); k++) {
        const byte = Math.floor((k * 256) / many(256));
        if (byte === text.charCodeAt(at)) continue;
        const found = readJournal(text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1));
        if (typeof found !== "string" || !told.test(found))
          throw new Error(`byte ${at} as ${byte}: ${JSON.stringify(found)}`);
      }
    }
  });

  test("a byte that is missing or one too many is seen, unless it is the end that is missing", () => {
    for (let at = 0; at < text.length - 1; at++) {
      expect(readJournal(text.slice(0, at) + text.slice(at + 1)), `without ${at}`).toMatch(/damaged/);
      expect(readJournal(`${text.slice(0, at)}0${text.slice(at)}`), `one more at ${at}`).toMatch(/damaged/);
    }
    expect(read(text.slice(0, -1)).events).toHaveLength(1);
  });

  test("lines that are missing, doubled, exchanged or from another journal are seen", () => {
    const other = journalLine(entries[0]!, newJournal({ ...owner, model: "other" }).end).text;
    for (const [kind, changed, line] of [
      ["missing", [all[0], ...all.slice(2)], 2],
      ["doubled", [...all.slice(0, 2), all[1], ...all.slice(2)], 3],
      ["exchanged", [all[0], all[2], all[1], all[3]], 2],
      ["foreign", [all[0], other, ...all.slice(2)], 2],
    ] as const)
      expect(readJournal(changed.join("")), kind).toBe(`line ${line} is damaged`);
  });

  test("what a crash cuts short is left out, also with zeros behind it; what stands before stays", () => {
    const begun = all.slice(0, -1).join("");
    const last = all.at(-1) ?? "";
    for (let length = 0; length < last.length; length++) {
      expect(read(begun + last.slice(0, length)), `${length}`).toMatchObject({
        length: begun.length,
        events: [entries[2]],
      });
      if (length < last.length - 1)
        expect(read(begun + last.slice(0, length) + "\0".repeat(9)).length, `${length} and zeros`).toBe(begun.length);
    }
    expect(readJournal(`${begun}something else`)).toBe("line 5 is damaged");
  });

  test("other files are no journals", () => {
    for (const other of ["x", "\n", "<nta>\n</nta>\n", "\0\0\0", text.slice(0, 40)])
      expect(readJournal(other)).toMatch(/^it is not a journal of zonal/);
    expect(readJournal('{"journal":"zonal","version":1,"of":"x"}\n')).toMatch(/an older version, without checksums/);
  });
});
