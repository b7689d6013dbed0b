import { parseDocument } from "yaml";
import { type Study, type StudyFaults, studyFrom } from "../../../src/index.ts";

/**
 * A study written in YAML (1.2): the same data as in JSON. A file of its own, so that only who has such a study loads the parser.
 */
export function yamlStudy(text: string): Study | StudyFaults {
  const document = parseDocument(text, { prettyErrors: true, logLevel: "error" });
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) return { faults: wrong.map(({ message }) => `it is not YAML: ${firstLine(message)}`) };
  let data: unknown;
  try {
    data = document.toJS();
  } catch (error) {
    // Aliases of aliases of aliases.
    return { faults: [`it is not YAML: ${firstLine((error as Error).message)}`] };
  }
  return studyFrom(data);
}

/** Behind it the parser shows the line of the text. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.replace(/:$/, "");
}
