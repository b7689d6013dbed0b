import type { Point, Template } from "../../../src/index.ts";
import { driftOf } from "./drift.ts";
import { EdgeView } from "./edges.tsx";
import { drawn, nodesOf } from "./geometry.ts";
import { still } from "./label.tsx";
import { BranchView, LocationView } from "./nodes.tsx";

/**
 * A template drawn as UPPAAL draws it, for editing, for the simulator and for comparing. Every part carries its key in
 * `data-key`, so that one listener on the drawing serves all. A part is drawn again only when what is written in the file
 * about it, its classes or its place differ: large templates stay quick.
 */
interface DrawingProps {
  readonly template: Template;
  /** The file's text: labels are drawn as written. */
  readonly text: string;
  /** Further classes of a part: `selected`, `active`, `enabled`, `faulty`, `added`. */
  readonly classes?: (key: string) => string;
  /** Parts that are being moved, and how far. */
  readonly moving?: { readonly keys: ReadonlySet<string>; readonly dx: number; readonly dy: number } | undefined;
  /** Whether nails are shown. */
  readonly editable?: boolean;
}

const none = (): string => "";

export function Drawing({ template: given, text, classes = none, moving, editable = false }: DrawingProps) {
  const template = drawn(given);
  const nodes = new Map(nodesOf(template));
  if (moving !== undefined) {
    for (const [id, node] of nodes) {
      if (moving.keys.has(`l:${id}`) || moving.keys.has(`b:${id}`))
        nodes.set(id, { ...node, place: { x: node.place.x + moving.dx, y: node.place.y + moving.dy } });
    }
  }
  const shift = (key: string): Point => (moving?.keys.has(key) ? { x: moving.dx, y: moving.dy } : still);
  const goes = (id: string): boolean =>
    moving !== undefined && (moving.keys.has(`l:${id}`) || moving.keys.has(`b:${id}`));
  const branching = new Set(template.branchpoints.map((b) => b.id));
  const slice = (node: { readonly start: number; readonly end: number }): string => text.slice(node.start, node.end);
  return (
    <g class="drawing">
      {template.edges.map((edge, i) => {
        const from = nodes.get(edge.source.name);
        const to = nodes.get(edge.target.name);
        if (from === undefined || to === undefined) return null;
        const whole = goes(edge.source.name) && goes(edge.target.name);
        const nails = edge.nails.map((p, k) => {
          const s = whole && moving !== undefined ? { x: moving.dx, y: moving.dy } : shift(`n:${i}:${k}`);
          return { x: p.x + s.x, y: p.y + s.y };
        });
        const key = `e:${i}`;
        return (
          <EdgeView
            key={key}
            id={key}
            edge={edge}
            written={slice(edge)}
            text={text}
            nails={nails}
            from={from}
            to={to}
            editable={editable}
            dashed={!edge.controllable || branching.has(edge.source.name)}
            classes={classes(key)}
            shift={whole && moving !== undefined ? { x: moving.dx, y: moving.dy } : still}
            moved={moving === undefined ? "" : [...moving.keys].filter((k) => k.startsWith(`t:${key}:`)).join(" ")}
            by={moving === undefined ? still : { x: moving.dx, y: moving.dy }}
            drift={moving === undefined ? undefined : driftOf(template, i, moving.keys, { x: moving.dx, y: moving.dy })}
          />
        );
      })}
      {template.branchpoints.map((b) => (
        <BranchView key={`b:${b.id}`} node={b} place={nodes.get(b.id)?.place ?? still} classes={classes(`b:${b.id}`)} />
      ))}
      {template.locations.map((l) => {
        const key = `l:${l.id}`;
        return (
          <LocationView
            key={key}
            id={key}
            node={l}
            written={slice(l)}
            text={text}
            initial={template.initial?.name === l.id}
            classes={classes(key)}
            shift={shift(key)}
            moved={moving === undefined ? "" : [...moving.keys].filter((k) => k.startsWith(`t:${key}:`)).join(" ")}
            by={moving === undefined ? still : { x: moving.dx, y: moving.dy }}
          />
        );
      })}
    </g>
  );
}
