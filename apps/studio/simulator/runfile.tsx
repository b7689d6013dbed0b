import { traceToJson, traceToText, traceToXml, traceToXtr } from "../../../src/index.ts";
import { fileName, network, opened } from "../core/document.ts";
import { download } from "../core/download.ts";
import { openRun } from "./recorded.ts";
import { exactTrace, steps } from "./run.ts";
import { SaveMenu } from "./savemenu.tsx";

/** Runs to files and back. What is saved has exact delays and was replayed by the concrete semantics. */
const formats = [
  ["json", "JSON (exact delays)"],
  ["xtr", "UPPAAL .xtr"],
  ["xml", "UPPAAL XML trace"],
  ["txt", "Text"],
] as const;
type Format = (typeof formats)[number][0];

export function SaveRun() {
  const isEmpty = steps.value.length === 0;
  return (
    <SaveMenu
      label="Save run as"
      words="Save run as…"
      formats={formats}
      disabled={isEmpty}
      save={(format) => void saveRun(format)}
    />
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
    if (file !== undefined) void openRun(file.name, await file.text());
  };
  input.click();
}
