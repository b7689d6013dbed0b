import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { flushFields } from "../editor/pending.ts";

/** A button with a list of actions; Escape closes it, as does leaving it. */
export function Menu({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly (
    | "line"
    | {
        readonly label: string;
        readonly title?: string;
        /** A picture, and a sentence about it. */
        readonly about?: readonly [ComponentChildren, string];
        readonly disabled?: boolean;
        readonly run: () => void;
      }
  )[];
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current !== null) details.current.open = false;
  };
  const step = (by: 1 | -1): void => {
    const list = [...(details.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    const at = list.indexOf(document.activeElement as HTMLButtonElement);
    list[at < 0 ? (by === 1 ? 0 : list.length - 1) : (at + by + list.length) % list.length]?.focus();
  };
  return (
    <details
      class="menu"
      ref={details}
      onKeyDown={(e) => {
        if (e.key === "Escape") {
          close();
          details.current?.querySelector("summary")?.focus();
        } else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
          e.preventDefault();
          if (details.current !== null) details.current.open = true;
          step(e.key === "ArrowDown" ? 1 : -1);
        }
      }}
      onFocusOut={(e) => {
        if (!details.current?.contains(e.relatedTarget as Node | null)) close();
      }}
    >
      <summary aria-label={label}>{label} ▾</summary>
      <div role="menu">
        {items.map((item, i) =>
          item === "line" ? (
            <hr key={i} />
          ) : (
            <button
              type="button"
              key={item.label}
              role="menuitem"
              aria-label={item.label}
              title={item.title}
              disabled={item.disabled}
              onClick={() => {
                close();
                flushFields();
                item.run();
              }}
            >
              {item.about?.[0]}
              {item.label}
              {item.about !== undefined && <small>{item.about[1]}</small>}
            </button>
          ),
        )}
      </div>
    </details>
  );
}
