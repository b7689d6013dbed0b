import { Component, type ComponentChild } from "preact";
import {
  type Branchpoint,
  type Edge,
  type Location,
  labelTexts,
  type Point,
  type Template,
  xmlKinds,
} from "../../../src/index.ts";
import { driftOf } from "./drift.ts";
import { between, dot, drawn, lineHeight, middleOf, type Node, n, nodesOf, pathOf, radius } from "./geometry.ts";

/**
 * A template drawn as UPPAAL draws it, for editing, for the simulator and for comparing. Every part carries its key in
 * `data-key`, so that one listener on the drawing serves all. A part is drawn again only when what is written in the file
 * about it, its classes or its place differ: large templates stay quick.
 */
export interface DrawingProps {
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

const still: Point = { x: 0, y: 0 };

interface Texts {
  /** Keys of texts that are being moved, and by how much. */
  readonly moved: string;
  readonly by: Point;
}
interface LocationProps extends Texts {
  readonly id: string;
  readonly node: Location;
  readonly written: string;
  readonly text: string;
  readonly initial: boolean;
  readonly classes: string;
  readonly shift: Point;
}

/** A part that is drawn again only when its properties are not the same. */
function memo<P extends object>(draw: (props: P) => ComponentChild, same: (a: P, b: P) => boolean) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props as P, next);
    }
    override render(): ComponentChild {
      return draw(this.props as P);
    }
  };
}

const samePoint = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;
const sameTexts = (a: Texts, b: Texts): boolean => a.moved === b.moved && (a.moved === "" || samePoint(a.by, b.by));

const LocationView = memo(
  ({ id, node, text, initial, classes, shift, moved, by }: LocationProps) => {
    const { x, y } = node.place ?? still;
    const mark = node.committed ? "C" : node.urgent ? "U" : "";
    let below = y + lineHeight;
    const labels = labelTexts(node, text).map((label) => {
      const place = label.place ?? { x: x - 10, y: below };
      if (label.place === undefined) below += lineHeight;
      return { ...label, place };
    });
    const fill = colorOf(node.color);
    return (
      <g
        class={`node ${classes}`}
        data-key={id}
        transform={shift.x === 0 && shift.y === 0 ? undefined : `translate(${n(shift.x)} ${n(shift.y)})`}
      >
        <circle class="halo" cx={x} cy={y} r={radius + 6} />
        <circle class="location" cx={x} cy={y} r={radius} style={fill === undefined ? undefined : { fill }} />
        {initial && <circle class="ring" cx={x} cy={y} r={radius - 4} />}
        {mark !== "" && (
          <text class="mark" x={x} y={y + 4}>
            {mark}
          </text>
        )}
        {node.name !== undefined && (
          <TextView
            id={`t:${id}:name`}
            kind="name"
            text={node.name.name}
            place={node.namePlace ?? { x: x - 10, y: y - 34 }}
            moved={moved}
            by={by}
          />
        )}
        {labels.map((l) => (
          <TextView
            key={l.kind}
            id={`t:${id}:${xmlKind(l)}`}
            kind={l.kind}
            text={l.text}
            place={l.place}
            moved={moved}
            by={by}
          />
        ))}
      </g>
    );
  },
  (a, b) =>
    a.written === b.written &&
    a.initial === b.initial &&
    a.classes === b.classes &&
    samePoint(a.shift, b.shift) &&
    sameTexts(a, b) &&
    samePoint(a.node.place ?? still, b.node.place ?? still) &&
    a.id === b.id,
);

const BranchView = memo(
  ({ node, place, classes }: { readonly node: Branchpoint; readonly place: Point; readonly classes: string }) => (
    <g class={`node ${classes}`} data-key={`b:${node.id}`}>
      <circle class="halo" cx={place.x} cy={place.y} r={dot + 7} />
      <circle class="point" cx={place.x} cy={place.y} r={dot} />
    </g>
  ),
  (a, b) => samePoint(a.place, b.place) && a.classes === b.classes && a.node.id === b.node.id,
);

interface EdgeProps extends Texts {
  readonly id: string;
  readonly edge: Edge;
  readonly written: string;
  readonly text: string;
  readonly nails: readonly Point[];
  readonly from: Node;
  readonly to: Node;
  readonly dashed: boolean;
  readonly editable: boolean;
  readonly classes: string;
  readonly shift: Point;
  /** How far a text goes along with the corners that move. */
  readonly drift: ((text: Point) => Point) | undefined;
}

const EdgeView = memo(
  ({ id, edge, text, nails, from, to, dashed, editable, classes, shift, drift, moved, by }: EdgeProps) => {
    const points = between(from, nails, to);
    const d = pathOf(points);
    const middle = middleOf(points);
    const stroke = colorOf(edge.color);
    return (
      <g class={`edge ${dashed ? "dashed" : ""} ${classes}`} data-key={id}>
        <path class="hit" d={d} />
        <path
          class="line"
          d={d}
          style={stroke === undefined ? undefined : { stroke }}
          marker-end={`url(#${arrowOf(classes)})`}
        />
        {labelTexts(edge, text).map((label, i) => {
          const along = label.place === undefined ? still : (drift?.(label.place) ?? shift);
          const place =
            label.place === undefined
              ? { x: middle.x + 4, y: middle.y + i * lineHeight }
              : { x: label.place.x + along.x, y: label.place.y + along.y };
          return (
            <TextView
              key={label.kind}
              id={`t:${id}:${xmlKind(label)}`}
              kind={label.kind}
              text={label.text}
              place={place}
              moved={moved}
              by={by}
            />
          );
        })}
        {editable &&
          nails.map((p, k) => (
            <circle key={k} class="nail" data-key={`n:${id.slice(2)}:${k}`} cx={p.x} cy={p.y} r={4} />
          ))}
      </g>
    );
  },
  (a, b) =>
    a.written === b.written &&
    a.classes === b.classes &&
    a.dashed === b.dashed &&
    a.editable === b.editable &&
    samePoint(a.from.place, b.from.place) &&
    samePoint(a.to.place, b.to.place) &&
    samePoint(a.shift, b.shift) &&
    a.nails.length === b.nails.length &&
    a.nails.every((p, i) => samePoint(p, b.nails[i]!)) &&
    sameTexts(a, b) &&
    a.id === b.id,
);

function arrowOf(classes: string): string {
  for (const name of ["selected", "enabled", "taken", "added", "removed", "changed"])
    if (classes.includes(name)) return `arrow-${name}`;
  return "arrow";
}

function xmlKind(label: { readonly kind: string; readonly note: boolean }): string {
  return label.note ? label.kind : xmlKinds[label.kind as keyof typeof xmlKinds];
}

interface TextProps extends Texts {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly place: Point;
}

/** UPPAAL gives the upper left corner of a text. */
function TextView({ id, kind, text, place, moved, by }: TextProps) {
  const lines = text.trimEnd().split("\n");
  const x = place.x + (moved.includes(id) ? by.x : 0);
  const y = place.y + 12 + (moved.includes(id) ? by.y : 0);
  const known = ["name", "invariant", "rate", "select", "guard", "sync", "update", "probability"].includes(kind)
    ? kind
    : "note";
  return (
    <text class={`label ${known}`} data-key={id} x={x} y={y}>
      {lines.length === 1
        ? lines[0]
        : lines.map((line, i) => (
            <tspan key={i} x={x} y={y + i * lineHeight}>
              {line}
            </tspan>
          ))}
    </text>
  );
}

/** A colour as UPPAAL writes it, and nothing else. */
function colorOf(color: string | undefined): string | undefined {
  return color !== undefined && /^#[\da-fA-F]{3,8}$/.test(color) ? color : undefined;
}

/** The arrow heads, once per page. */
export function Arrows() {
  const names = ["", "selected", "enabled", "taken", "added", "removed", "changed"];
  return (
    <svg width="0" height="0" style="position:absolute" aria-hidden="true">
      <defs>
        {names.map((name) => (
          <marker
            key={name}
            id={name === "" ? "arrow" : `arrow-${name}`}
            viewBox="0 0 10 10"
            refX="9.5"
            refY="5"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 1 10 5 0 9z" class={`head ${name}`} />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
