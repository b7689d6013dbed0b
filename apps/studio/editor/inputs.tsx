import { useLayoutEffect, useRef } from "preact/hooks";
import { undo } from "../core/document.ts";
import { focusField } from "../core/view.ts";

/** The plain inputs of Properties: a name, a box to tick, a colour. */

/** A plain field that tells when it is left, or on Enter. */
export function NameField({
  label,
  value,
  field,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly field: string;
  readonly onChange: (next: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Before the next key arrives, not after the next frame.
  useLayoutEffect(() => {
    if (focusField.value !== field) return;
    focusField.value = undefined;
    input.current?.focus();
    input.current?.select();
  });
  focusField.value;
  return (
    <label class="row">
      <span>{label}</span>
      <input
        ref={input}
        type="text"
        value={value}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget }) => {
          const next = currentTarget.value;
          // A name that is refused does not stay in the field.
          currentTarget.value = value;
          onChange(next);
        }}
        onKeyDown={(event) => {
          const field = event.currentTarget;
          // Where nothing was typed, undo is the document's.
          if ((event.ctrlKey || event.metaKey) && event.key === "z" && field.value === value) {
            event.preventDefault();
            field.blur();
            undo();
          }
          if (event.key !== "Enter" && event.key !== "Escape") return;
          if (event.key === "Escape") field.value = value;
          field.blur();
          document.querySelector<SVGElement>(".canvas")?.focus();
        }}
      />
    </label>
  );
}

export function Check({
  label,
  on,
  onChange,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
    </label>
  );
}

export function Color({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (color: string | undefined) => void;
}) {
  return (
    <div class="row">
      <span>Colour</span>
      <span class="color">
        <input
          type="color"
          aria-label="Colour"
          value={value ?? "#dcdcff"}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {value !== undefined && (
          <button type="button" class="quiet" onClick={() => onChange(undefined)}>
            none
          </button>
        )}
      </span>
    </div>
  );
}
