import { traceToJson, traceToText, traceToXml, traceToXtr } from "../../../src/index.ts";
import { fileName, network, opened } from "../core/document.ts";
import { download } from "../core/download.ts";
import { exactTrace, openTrace, steps } from "./run.ts";

/** Runs to files and back. What is saved has exact delays and was replayed by the concrete semantics. */
const formats = [
  ["json", "JSON (exact delays)"],
  ["xtr", "UPPAAL .xtr"],
  ["xml", "UPPAAL XML trace"],
  ["txt", "Text"],
] as const;
type Format = (typeof formats)[number][0];

export function SaveRun() {
  return (
    <select
      aria-label="Save run as"
      disabled={steps.value.length === 0}
      value=""
      onChange={(e) => {
        const format = e.currentTarget.value as Format;
        e.currentTarget.value = "";
        void saveRun(format);
      }}
    >
      <option value="" disabled>
        Save run as…
      </option>
      {formats.map(([format, label]) => (
        <option key={format} value={format}>
          {label}
        </option>
      ))}
    </select>
  );
}

async function saveRun(format: Format): Promise<void> {
  const made = network.value;
  const { texts } = opened.value;
  const trace = await exactTrace(format === "xtr" || format === "xml");
  if (made === undefined || trace === undefined) return;
  const name = `${fileName.value.replace(/\.\w+$/, "")}-run.${format}`;
  switch (format) {
    case "json":
      download(name, `${JSON.stringify(traceToJson(trace, texts), null, 2)}\n`, "application/json");
      return;
    case "xtr":
      download(name, traceToXtr(trace, made), "text/plain");
      return;
    case "xml":
      download(name, traceToXml(trace, made, texts), "text/xml");
      return;
    case "txt":
      download(name, traceToText(trace, texts), "text/plain");
      return;
  }
}

export function chooseTrace(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,.xtr,.xml";
  input.onchange = async () => {
    const file = input.files?.[0];
    if (file !== undefined) void openTrace(file.name, await file.text());
  };
  input.click();
}
