/** The compiled engine, in one thread and one memory. */
import { openReach, searchCompiled } from "../compiled/search.ts";
import { whyInterpreted } from "../compiled/settings.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Road } from "../road.ts";

export const compiled: Road = {
  name: "compiled",
  refuses: (question) => whyInterpreted(question),
  run: (question, meter) => searchCompiled(question as Question<FormulaQuery>, meter, (asked) => openReach(asked)),
};
