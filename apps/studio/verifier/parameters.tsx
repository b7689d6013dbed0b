import type { Settings } from "../worker/protocol.ts";
import { settings } from "./engine.ts";

/** What statistical queries are answered with. An empty field leaves it to the query, to the file, or to UPPAAL's default. */
export function Parameters() {
  return (
    <fieldset>
      <legend>Statistics</legend>
      <NumberField name="alpha" label="α" hint="0.05" title="One minus the confidence of intervals" />
      <NumberField name="epsilon" label="ε" hint="0.05" title="Estimate until no end of the interval is further away" />
      <NumberField
        name="runs"
        label="Runs"
        hint="auto"
        title="So many runs for each estimate, whatever the query says"
      />
      <NumberField name="seed" label="Seed" hint="1" title="The same seed gives the same runs" />
    </fieldset>
  );
}

interface Wish {
  readonly name: "alpha" | "epsilon" | "runs" | "seed";
  readonly label: string;
  readonly hint: string;
  readonly title: string;
}

function NumberField({ name, label, hint, title }: Wish) {
  const isWhole = name === "runs" || name === "seed";
  const set = (field: HTMLInputElement): void => {
    const { [name]: _, ...rest } = settings.value;
    const value = field.value === "" || !field.validity.valid ? {} : { [name]: field.valueAsNumber };
    settings.value = { seed: 1, ...rest, ...value } as Settings;
  };
  return (
    <label title={title}>
      {label}{" "}
      <input
        type="number"
        value={settings.value[name] ?? ""}
        placeholder={hint}
        step={isWhole ? 1 : "any"}
        min={name === "seed" ? 0 : isWhole ? 1 : 0.000001}
        max={isWhole ? 9007199254740991 : 0.999999}
        onChange={(event) => set(event.currentTarget)}
      />
    </label>
  );
}
