import "./access.css";
import { computed, effect, signal } from "@preact/signals";
import { outcomeWords } from "../../src/index.ts";
import { diagnostics, tree } from "./core/document.ts";
import { tab } from "./core/view.ts";
import { counted } from "./core/words.ts";
import { options, position, states, steps } from "./simulator/run.ts";
import { stepText } from "./simulator/steptext.ts";
import { results, standing } from "./verifier/engine.ts";

/** What screen readers say when something has come about that is seen elsewhere on the page: a step, a verdict, an error. */
const step = computed(() => {
  if (tab.value !== "simulator" || states.value.length === 0) return "";
  const last = steps.value[position.value - 1];
  const what = last === undefined ? "initial state" : stepText(last);
  return `Step ${position.value}: ${what}. ${counted(options.value.length, "transition")} possible.`;
});

const verdict = signal("");
let known: typeof results.value = new Map();
effect(() => {
  const fresh = [...results.value].filter(([formula, result]) => known.get(formula) !== result);
  known = results.value;
  const said = fresh.map(([formula, result]) => {
    const index = tree.peek().queries.findIndex((entry) => entry.text.trim() === formula);
    const entry = tree.peek().queries[index];
    const how = entry === undefined ? "" : standing(entry, result);
    const word = result.problem ?? outcomeWords[result.verdict.outcome];
    return `Query ${index + 1}: ${word}${how === "" ? "" : `, ${how}`}.`;
  });
  if (said.length > 0) verdict.value = said.join(" ");
});

const problems = computed(() => {
  const count = diagnostics.value.filter((d) => d.severity === "error").length;
  return count === 0 ? "" : `The model has ${counted(count, "error")}.`;
});

export function Spoken() {
  return (
    <div class="spoken">
      <p aria-live="polite" data-spoken="step">
        {step}
      </p>
      <p aria-live="polite" data-spoken="verdict">
        {verdict}
      </p>
      <p aria-live="polite" data-spoken="problems">
        {problems}
      </p>
    </div>
  );
}
