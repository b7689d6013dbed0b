import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { TextKind } from "../../../src/index.ts";
import { commit, opening, source } from "../core/document.ts";
import { renameLocation } from "../core/properties.ts";
import { template, templateIndex } from "../core/view.ts";
import { Field } from "./field.tsx";
import { renameDeclared } from "./knowledge.ts";

/** The text of the diagram that is being edited where it stands: a label, or a location's name. */
export interface Inplace {
  /** The location or edge, and the kind of text: a `TextKind`, or `name`. */
  readonly owner: string;
  readonly kind: TextKind | "name";
  readonly left: number;
  readonly top: number;
}
export const inplace = signal<Inplace | undefined>(undefined);

export function InplaceField() {
  const host = useRef<HTMLDivElement>(null);
  const now = inplace.value;
  const index = templateIndex.value;
  opening.value;
  useLayoutEffect(() => {
    const field = host.current?.querySelector<HTMLElement>("input, .cm-content");
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }, [now]);
  if (now === undefined || index === undefined) return null;
  const close = (event: FocusEvent): void => {
    if (!host.current?.contains(event.relatedTarget as Node | null)) inplace.value = undefined;
  };
  return (
    <div class="inplace" ref={host} style={{ left: `${now.left}px`, top: `${now.top}px` }} onFocusOut={close}>
      {now.kind === "name" ? (
        <Name id={now.owner.slice(2)} />
      ) : (
        <Field
          key={`${now.owner}:${now.kind}`}
          slot={{ kind: "label", template: index, key: now.owner, label: now.kind }}
          label={`${now.kind} in place`}
          lines="one"
        />
      )}
    </div>
  );
}

function Name({ id }: { readonly id: string }) {
  const value = template.value?.locations.find((l) => l.id === id)?.name?.name ?? "";
  return (
    <input
      type="text"
      aria-label="name in place"
      value={value}
      spellcheck={false}
      autocomplete="off"
      onChange={(event) => nameLocation(id, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        if (event.key === "Escape") event.currentTarget.value = value;
        event.currentTarget.blur();
        document.querySelector<SVGElement>(".canvas")?.focus();
      }}
    />
  );
}

/** Gives a location another name, wherever it is named; an empty one takes its name away. */
export function nameLocation(id: string, next: string): void {
  const index = templateIndex.value;
  const name = template.value?.locations.find((l) => l.id === id)?.name;
  const onlyHere = (): void => {
    if (index !== undefined) commit(renameLocation({ source: source.value, index }, id, next), "rename location");
  };
  if (name === undefined || next.trim() === "") onlyHere();
  else if (next.trim() !== name.name) renameDeclared(name, next.trim(), onlyHere);
}
