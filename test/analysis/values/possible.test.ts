import { expect, it } from "vitest";
import { possible } from "../../../src/analysis/values/possible.ts";
import { model } from "../../search/model.ts";

/** The edges and locations that cannot be: `P: A -> B`, `P.B`. */
function check(text: string, expected: string): void {
  const { network } = model(text);
  const { edges, locations } = possible(network);
  const impossible = network.processes.flatMap((p) => [
    ...p.edges
      .filter((e) => !edges[e.id])
      .map((e) => `${p.name}: ${p.locations[e.source]!.name} -> ${p.locations[e.target]!.name}`),
    ...p.locations.filter((l) => !locations[p.index]![l.index]).map((l) => `${p.name}.${l.name}`),
  ]);
  expect(impossible.join(", ")).toBe(expected);
}

const one = (declarations: string, trans: string): string =>
  `${declarations} process P() { state A, B, C; init A; trans ${trans}; } system P;`;
const two = (channel: string, first: string, second: string): string =>
  `${channel} process P() { state A, B; init A; trans A -> B { sync ${first}; }; }
   process Q() { state A, B; init A; trans A -> B { sync ${second}; }; } system P, Q;`;

it.each([
  ["everything", one("", "A -> B { }, B -> C { }"), ""],
  ["a guard that is never true", one("int[0,3] n;", "A -> B { guard n > 0; }, A -> C { }"), "P: A -> B, P.B"],
  ["what is behind it", one("int[0,3] n;", "A -> B { guard n > 0; }, B -> C { }"), "P: A -> B, P: B -> C, P.B, P.C"],
  ["a value written", one("int[0,3] n;", "A -> C { assign n = 1; }, A -> B { guard n > 0; }"), ""],
  [
    "a value written where nobody comes",
    one("int[0,3] n, m;", "A -> B { guard m > 0; assign n = 2; }, A -> C { guard n > 1; }"),
    "P: A -> B, P: A -> C, P.B, P.C",
  ],
  [
    "an edge that would make itself possible is not ruled out",
    one("int[0,3] n;", "A -> B { guard n > 0; assign n = 2; }"),
    "P.C",
  ],
  ["a location nobody enters", one("", "A -> B { }, C -> A { }"), "P: C -> A, P.C"],
  ["both partners", two("chan c;", "c!", "c?"), ""],
  ["two senders and nobody who receives", two("chan c;", "c!", "c!"), "P: A -> B, P.B, Q: A -> B, Q.B"],
  ["broadcasts need no receiver", two("broadcast chan c;", "c!", "c!"), ""],
  ["receivers need a sender", two("broadcast chan c;", "c?", "c?"), "P: A -> B, P.B, Q: A -> B, Q.B"],
  ["elements of an array are told apart", two("chan c[2];", "c[0]!", "c[1]?"), "P: A -> B, P.B, Q: A -> B, Q.B"],
  ["a channel chosen at run time", two("chan c[2]; int[0,1] k = 0;", "c[k]!", "c[0]?"), ""],
  [
    "a process is not its own partner",
    "chan c; process P() { state A, B; init A; trans A -> B { sync c!; }, A -> B { sync c?; }; } system P;",
    "P: A -> B, P: A -> B, P.B",
  ],
])("%s", (_, text, expected) => check(text, expected));
