import { commit, source, tree } from "../core/document.ts";
import { addTemplate, joinSystem } from "../core/templates.ts";
import { focusStage, go, type Section, section, tell } from "../core/view.ts";
import { flushFields } from "./pending.ts";

/** Sections of the model: a new template, and the ways from one section to another. */
export function createTemplate(): void {
  flushFields();
  const { text, index } = addTemplate(source.value);
  commit(text, "create template");
  go(`template:${index}`);
  const name = tree.value.templates[index]?.name.name ?? "";
  tell(`${name} is not part of the system`, "info", {
    label: "Add to system",
    run: () => commit(joinSystem(source.value, name), `add ${name} to the system`),
  });
}

/** To another section of the model, with the cursor in it. */
export function openSection(to: Section): void {
  flushFields();
  go(to);
  focusStage();
}

/** The next section of the outline, round and round. */
export function stepSection(by: 1 | -1): void {
  const templates = tree.value.templates.flatMap((_, i) => [`template:${i}`, `template:${i}:declarations`]);
  const all = ["declarations", ...templates, "system"];
  openSection(all[(all.indexOf(section.value) + by + all.length) % all.length]!);
}
