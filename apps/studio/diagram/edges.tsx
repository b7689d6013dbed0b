import { type Edge, labelTexts, type Point } from "../../../src/index.ts";
import { between, lineHeight, middleOf, type Node, pathOf } from "./geometry.ts";
import { colorOf, memo, own, samePoint, sameTexts, still, type Texts, TextView, xmlKind } from "./label.tsx";

/** Edges with their labels, nails and arrow heads. */
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

export const EdgeView = memo(
  ({ id, edge, text, nails, from, to, dashed, editable, classes, shift, drift, moved, by }: EdgeProps) => {
    const points = between(from, nails, to);
    const d = pathOf(points);
    const middle = middleOf(points);
    return (
      <g class={`edge ${dashed ? "dashed" : ""} ${classes}`} data-key={id}>
        <path class="hit" d={d} />
        <path class="line" d={d} style={own(colorOf(edge.color))} marker-end={`url(#${arrowOf(classes)})`} />
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
