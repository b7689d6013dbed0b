import { useRef } from "preact/hooks";
import "./splitter.css";

/**
 * A border between two panels that can be moved, by mouse, finger and arrows. The size is a property of the page's style, so
 * that the style says which panel it is of; it is kept in this browser. A double click gives it back to the style.
 */
interface SplitterProps {
  /** Of the property `--NAME`, and of what is kept. */
  readonly name: string;
  readonly label: string;
  /** Where the panel lies that it gives its size to. */
  readonly side: "left" | "right" | "below";
  readonly least: number;
  readonly most: number;
}

const keyOf = (name: string): string => `zonal-size-${name}`;

/** Panels as wide and high as they were left. */
export function restoreSizes(...names: readonly string[]): void {
  for (const name of names) {
    const kept = Number(read(name));
    if (Number.isFinite(kept) && kept > 0) document.documentElement.style.setProperty(`--${name}`, `${kept}px`);
  }
}

// Browsers that keep nothing (private windows) throw.
function read(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}
function keep(name: string, size: number | undefined): void {
  try {
    if (size === undefined) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), String(size));
  } catch {}
}

export function Splitter({ name, label, side, least, most }: SplitterProps) {
  const border = useRef<HTMLDivElement>(null);
  const from = useRef<{ readonly at: number; readonly size: number } | undefined>(undefined);
  const isRow = side === "below";
  const sizeNow = (): number => {
    const panel = side === "left" ? border.current?.previousElementSibling : border.current?.nextElementSibling;
    const box = panel?.getBoundingClientRect();
    return (isRow ? box?.height : box?.width) ?? least;
  };
  const put = (size: number): void => {
    const next = Math.round(Math.max(least, Math.min(most, size)));
    document.documentElement.style.setProperty(`--${name}`, `${next}px`);
    border.current?.setAttribute("aria-valuenow", String(next));
    keep(name, next);
  };
  const towards = side === "left" ? 1 : -1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] = isRow ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    put(sizeNow() + (event.key === more ? 16 : -16) * towards);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved has no element of its own.
    <div
      ref={border}
      class={`splitter ${side}`}
      role="separator"
      tabindex={0}
      aria-label={label}
      aria-orientation={isRow ? "horizontal" : "vertical"}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={least}
      title={`${label}: drag, or use the arrow keys; a double click gives its usual size back`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        border.current?.setPointerCapture(event.pointerId);
        from.current = { at: isRow ? event.clientY : event.clientX, size: sizeNow() };
      }}
      onPointerMove={(event) => {
        const start = from.current;
        if (start !== undefined) put(start.size + ((isRow ? event.clientY : event.clientX) - start.at) * towards);
      }}
      onPointerUp={() => (from.current = undefined)}
      onPointerCancel={() => (from.current = undefined)}
      onDblClick={() => {
        document.documentElement.style.removeProperty(`--${name}`);
        keep(name, undefined);
      }}
    />
  );
}
