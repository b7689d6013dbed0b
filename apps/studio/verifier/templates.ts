import { network, tree } from "../core/document.ts";

/** The questions that are asked most, with names of the model at hand, to be changed where they stand. */
interface Template {
  readonly label: string;
  readonly about: string;
  readonly formula: string;
}

export function templates(): readonly Template[] {
  const { place, other, value } = names();
  return [
    { label: "Reachable", about: "some run leads there", formula: `E<> ${place}` },
    { label: "Never", about: "no run leads there", formula: `A[] not ${place}` },
    { label: "Always", about: "it holds in every state", formula: `A[] ${place} imply ${other}` },
    { label: "Always eventually", about: "every run comes there", formula: `A<> ${place}` },
    { label: "Possibly for ever", about: "some run stays there for ever", formula: `E[] ${place}` },
    { label: "Leads to", about: "after the one, always the other some time", formula: `${place} --> ${other}` },
    { label: "No deadlock", about: "something can always happen", formula: "A[] not deadlock" },
    { label: "Bounds of", about: "the least and the greatest value", formula: `bounds: ${value}` },
    { label: "Greatest", about: "the greatest value", formula: `sup: ${value}` },
    { label: "Probability", about: "how likely within 100 units of time, by runs", formula: `Pr[<=100] (<> ${place})` },
    { label: "Runs", about: "ten runs as curves", formula: `simulate [<=100; 10] { ${value} }` },
  ];
}

/** Two locations and something with a value. */
function names(): { readonly place: string; readonly other: string; readonly value: string } {
  const made = network.value;
  const processes = made?.processes ?? [];
  const places = processes.flatMap(({ name, locations }) => locations.map((l) => `${name}.${l.name}`));
  const [first, second] = [places[processes[0]?.locations.length === 1 ? 0 : 1] ?? "P.busy", places[0] ?? "P.idle"];
  const variable = made?.slots.slice(processes.length, processes.length + 1)[0]?.name ?? made?.clocks[1]?.name ?? "x";
  return tree.value.templates.length === 0
    ? { place: "P.busy", other: "P.idle", value: "x" }
    : { place: first, other: second, value: variable };
}
