import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { examples } from "../core/examples.ts";
import { openBytes } from "../core/files.ts";
import { type Tab, tab } from "../core/view.ts";
import "./help.css";

/** Five minutes with the lamp: a few things to do, one after the other, with the place where they are done marked. */
interface Stop {
  readonly tab: Tab;
  /** Where to look. */
  readonly at: string;
  readonly words: string;
}
const stops: readonly Stop[] = [
  {
    tab: "editor",
    at: ".canvas",
    words:
      "This is a lamp: three locations, and edges that answer to presses. A clock y tells a quick second press from a slow one. Drag a location; Ctrl Z puts it back.",
  },
  {
    tab: "editor",
    at: ".outline",
    words:
      "A model has declarations, templates, and a line that says which processes there are. The lamp has somebody who presses it.",
  },
  {
    tab: "editor",
    at: ".diagnostics",
    words:
      "Whatever is wrong is underlined where it stands and listed here, as you type. F8 goes from one to the next.",
  },
  {
    tab: "simulator",
    at: ".steps .enabled",
    words:
      "These transitions can happen now. Take one: click it here, or the green edge in the diagram. An edge that is not green says why.",
  },
  {
    tab: "simulator",
    at: ".steps .run",
    words:
      "The run so far, with the times at which each step is possible. Go back, take another step: both branches stay.",
  },
  {
    tab: "verifier",
    at: ".queries",
    words:
      "Questions about all runs at once. E<> asks whether something can happen, A[] whether it always holds. Press “Verify all”.",
  },
  {
    tab: "verifier",
    at: ".queries",
    words:
      "An example or a counter-example opens in the simulator. That is all: “Examples” leads on in the order in which they teach, “Help” has the guide.",
  },
];
const at = signal(0);

export default function Tour({ close }: { readonly close: () => void }) {
  useEffect(() => {
    at.value = 0;
    const lamp = examples.find(({ name }) => name === "lamp.xml");
    if (lamp !== undefined) openBytes(lamp.name, lamp.text);
  }, []);
  const stop = stops[at.value]!;
  useEffect(() => {
    tab.value = stop.tab;
    let marked: Element | null = null;
    const timer = setTimeout(() => {
      marked = document.querySelector(stop.at);
      marked?.classList.add("toured");
    }, 50);
    return () => {
      clearTimeout(timer);
      marked?.classList.remove("toured");
    };
  }, [stop]);
  const isLast = at.value === stops.length - 1;
  return (
    <section class="tour" aria-label="Tour">
      <p aria-live="polite">{stop.words}</p>
      <div class="buttons">
        <small>
          {at.value + 1} of {stops.length}
        </small>
        <button type="button" disabled={at.value === 0} onClick={() => at.value--}>
          Back
        </button>
        <button type="button" class="primary" onClick={() => (isLast ? close() : at.value++)}>
          {isLast ? "Done" : "On"}
        </button>
        <button type="button" class="quiet" aria-label="End the tour" onClick={close}>
          ✕
        </button>
      </div>
    </section>
  );
}
