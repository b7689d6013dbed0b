/**
 * What parts of a search that is larger than memory send each other (`engine/host/parcels.ts`), against plain lists: every
 * message once, in its order, in as much memory as there is room, whatever the sizes of messages on one level and the next.
 */
import { describe, expect, it } from "vitest";
import { seeded } from "../../src/base/index.ts";
import { Parcels } from "../../src/engine/host/parcels.ts";
import { Shelf } from "../agree/shelf.ts";
import { many } from "../many.ts";

interface Sent {
  readonly from: number;
  readonly bytes: readonly number[];
}

/** Levels of messages, every other one of which has long ones; what is sent is taken on the next. */
function exchange(seed: number): void {
  const random = seeded(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const parts = 1 + below(5);
  const parcels = new Parcels(new Shelf(), parts, [0, 10, 100, 1000, 1e5][below(5)]!);
  const lists = (): Sent[][] => Array.from({ length: parts }, () => []);
  let [coming, here] = [lists(), lists()];
  for (let level = 0; level < 10; level++) {
    const send = (from: number): void => {
      const messages = Uint8Array.from({ length: 1 + below(level % 2 === 0 ? 200 : 5) }, () => below(256));
      const to = below(parts);
      parcels.send(to, from, messages);
      coming[to]!.push({ from, bytes: [...messages] });
      messages.fill(0);
    };
    for (let part = 0; part < parts; part++) {
      const taken: Sent[] = [];
      for (const { from, messages } of parcels.take(part)) {
        if (random() < 0.5) send(part);
        taken.push({ from, bytes: [...messages] });
      }
      expect(taken, `seed ${seed}, level ${level}, part ${part}`).toEqual(here[part]);
      for (let k = below(20); k > 0; k--) send(part);
    }
    parcels.turn();
    [coming, here] = [lists(), coming];
  }
}

describe("messages of a search on the disk", () => {
  it("come once, in their order, as they were sent", () => {
    for (let seed = 1; seed <= many(60); seed++) exchange(seed);
  });

  it("keep within their room where short and long ones alternate", () => {
    const room = 2 ** 13;
    // The buffer that was too much stays, too.
    const parcels = new Parcels(new Shelf(), 2, room);
    for (let level = 0; level < 24; level++) {
      const length = level % 2 === 0 ? 10 : 500;
      for (let sent = 0; sent < 2 * room; sent += length) parcels.send(level % 2, 0, new Uint8Array(length));
      expect(parcels.bytes, `level ${level}`).toBeLessThanOrEqual(room + 512);
      parcels.turn();
      for (const part of [0, 1]) for (const { messages } of parcels.take(part)) expect(messages.length).toBe(length);
    }
  });
});
