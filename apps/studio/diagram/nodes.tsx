import { type Branchpoint, type Location, labelTexts, type Point } from "../../../src/index.ts";
import { dot, lineHeight, n, radius } from "./geometry.ts";
import { colorOf, inkOn, memo, own, samePoint, sameTexts, still, type Texts, TextView, xmlKind } from "./label.tsx";

/** Locations and branch points, as UPPAAL draws them. */
interface LocationProps extends Texts {
  readonly id: string;
  readonly node: Location;
  readonly written: string;
  readonly text: string;
  readonly initial: boolean;
  readonly classes: string;
  readonly shift: Point;
}

export const LocationView = memo(
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
        <circle class="location" cx={x} cy={y} r={radius} style={own(fill)} />
        {initial && <circle class="ring" cx={x} cy={y} r={radius - 4} />}
        {mark !== "" && (
          <text class="mark" x={x} y={y + 4} style={own(fill && inkOn(fill))}>
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

export const BranchView = memo(
  ({ node, place, classes }: { readonly node: Branchpoint; readonly place: Point; readonly classes: string }) => (
    <g class={`node ${classes}`} data-key={`b:${node.id}`}>
      <circle class="halo" cx={place.x} cy={place.y} r={dot + 7} />
      <circle class="point" cx={place.x} cy={place.y} r={dot} />
    </g>
  ),
  (a, b) => samePoint(a.place, b.place) && a.classes === b.classes && a.node.id === b.node.id,
);
