import { describe, expect, test } from "vitest";
import {
  build,
  countOverlaps,
  layoutTemplate,
  type Point,
  parseXml,
  type Template,
  totalOf,
} from "../../src/syntax/index.ts";
import { many } from "../many.ts";

function template(size: number, edges: readonly (readonly [number, number])[]): Template {
  return build.template("T", {
    locations: Array.from({ length: size }, (_, i) =>
      build.location(`L${i}`, i % 2 === 0 ? { invariant: "true" } : {}),
    ),
    edges: edges.map(([from, to]) => build.edge(`L${from}`, `L${to}`, { guard: "true", update: "n = 0" })),
  });
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a point is from the way through `points`. */
function toPath(p: Point, points: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const t = Math.max(
      0,
      Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (distance(a, b) ** 2 || 1)),
    );
    least = Math.min(least, distance(p, { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) }));
  }
  return least;
}

function places(t: Template): Map<string, Point> {
  return new Map(t.locations.map((l) => [l.id, l.place ?? { x: Number.NaN, y: Number.NaN }]));
}

describe("a template without coordinates", () => {
  const cases: [string, Template][] = [
    ["one location", template(1, [])],
    ["no edges", template(4, [])],
    [
      "a line",
      template(4, [
        [0, 1],
        [1, 2],
        [2, 3],
      ]),
    ],
    [
      "a cycle",
      template(5, [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 0],
      ]),
    ],
    [
      "shortcuts",
      template(6, [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [0, 5],
        [0, 3],
        [5, 1],
        [4, 2],
      ]),
    ],
    [
      "a star",
      template(
        9,
        [1, 2, 3, 4, 5, 6, 7, 8].flatMap(
          (i) =>
            [
              [0, i],
              [i, 0],
            ] as const,
        ),
      ),
    ],
    [
      "loops and parallels",
      template(2, [
        [0, 0],
        [0, 0],
        [0, 1],
        [0, 1],
        [1, 0],
        [1, 1],
      ]),
    ],
    [
      "parts that do not meet",
      template(6, [
        [0, 1],
        [1, 0],
        [2, 3],
        [4, 5],
        [5, 4],
      ]),
    ],
  ];
  test.each(cases)("%s", (_, bare) => {
    const drawn = layoutTemplate(bare);
    expect(totalOf({ ...countOverlaps(drawn), edgesOnEdges: 0 })).toBe(0);
    const at = places(drawn);
    const all = [...at.values()];
    all.forEach((p, i) => {
      for (const q of all.slice(i + 1)) expect(distance(p, q)).toBeGreaterThan(40);
    });
    const seen = new Set<string>();
    for (const edge of drawn.edges) {
      const [from, to] = [at.get(edge.source.name), at.get(edge.target.name)] as [Point, Point];
      const path = [from, ...edge.nails, to];
      // No edge runs through a location that is not its own, and no two lie on each other.
      for (const [id, p] of at)
        if (id !== edge.source.name && id !== edge.target.name) expect(toPath(p, path)).toBeGreaterThan(12);
      const ways = JSON.stringify(edge.source.name <= edge.target.name ? path : path.toReversed());
      expect(seen.has(ways)).toBe(false);
      seen.add(ways);
      expect(edge.guard?.place).toBeDefined();
      expect(edge.update?.place).not.toEqual(edge.guard?.place);
    }
    for (const l of drawn.locations)
      expect([l.namePlace, l.invariant === undefined || l.invariant.place]).not.toContain(undefined);
  });

  test("a large one, in time", () => {
    const size = many(3000);
    const drawn = layoutTemplate(
      template(
        size,
        Array.from({ length: size * 3 }, (_, i) => [i % size, (i * 7919) % size] as const),
      ),
    );
    expect(new Set(drawn.locations.map((l) => `${l.place?.x},${l.place?.y}`)).size).toBe(size);
  });
});

test("what has a place keeps it", () => {
  const { tree } =
    parseXml(`<nta><template><name>T</name><location id="a" x="17" y="-3"><name x="1" y="2">A</name></location><location id="b"/><location id="c"/>
    <location id="d" x="200" y="10"/><branchpoint id="p"/><init ref="a"/>
    <transition><source ref="a"/><target ref="d"/><label kind="guard" x="9" y="9">true</label></transition>
    <transition><source ref="a"/><target ref="d"/><nail x="5" y="5"/></transition>
    <transition><source ref="d"/><target ref="b"/></transition><transition><source ref="b"/><target ref="p"/></transition>
    </template><system>system T;</system></nta>`);
  const [before] = tree.templates;
  const after = layoutTemplate(before!);
  expect(after.locations[0]).toBe(before!.locations[0]);
  expect(after.locations[3]).toBe(before!.locations[3]);
  expect(after.edges[0]).toBe(before!.edges[0]);
  expect(after.edges[1]).toBe(before!.edges[1]);
  const all = [...after.locations, ...after.branchpoints].map((n) => n.place as Point);
  all.forEach((p, i) => {
    for (const q of all.slice(i + 1)) expect(distance(p, q)).toBeGreaterThan(60);
  });
  expect(layoutTemplate(after)).toBe(after);
});

test("a long row of locations is folded, and fills a page", () => {
  const chain = template(
    60,
    Array.from({ length: 59 }, (_, i) => [i, i + 1] as const),
  );
  const drawn = layoutTemplate(chain);
  const [xs, ys] = [drawn.locations.map((l) => l.place?.x ?? 0), drawn.locations.map((l) => l.place?.y ?? 0)];
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  expect(width / height).toBeGreaterThan(0.7);
  expect(width / height).toBeLessThan(3);
  expect(totalOf(countOverlaps(drawn))).toBe(0);
});

test("overlaps are counted in pairs, each kind for itself", () => {
  const { tree } =
    parseXml(`<nta><template><name>T</name><location id="a" x="0" y="0"><name x="-10" y="-5">A</name></location>
    <location id="b" x="10" y="0"/><location id="c" x="200" y="0"><name x="190" y="-40">C</name><label kind="invariant" x="190" y="-30">true</label></location>
    <location id="d" x="400" y="0"/><init ref="a"/>
    <transition><source ref="c"/><target ref="d"/><label kind="guard" x="300" y="-8">true</label></transition>
    <transition><source ref="d"/><target ref="c"/></transition>
    <transition><source ref="b"/><target ref="d"/></transition>
    </template><system>system T;</system></nta>`);
  expect(countOverlaps(tree.templates[0]!)).toEqual({
    labelsOnLabels: 1,
    labelsOnEdges: 3,
    labelsOnNodes: 1,
    nodesOnNodes: 1,
    edgesOnNodes: 1,
    edgesOnEdges: 3,
  });
});
