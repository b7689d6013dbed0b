/** On-line model checking: recorded runs, reconstruction, and the set of possible states beside a real system. */

export type { Correction } from "./adapt.ts";
export { type Extent, largestBox } from "./box.ts";
export { Chains, type Effect } from "./eliminate.ts";
export { type OnlineEvent, parseEvent } from "./event.ts";
export { type Forecast, Forecaster, type ForecastOptions } from "./forecast.ts";
export { type FromOptions, verifyFrom } from "./from.ts";
export {
  type Journal,
  type JournalEnd,
  type JournalEntry,
  type JournalOwner,
  journalLine,
  lastLine,
  newJournal,
  readJournal,
  replayJournal,
} from "./journal.ts";
export { LearningForecaster } from "./learning.ts";
export { type Checkpoint, Observer, type ObserverOptions, type Refused } from "./observer.ts";
export { type Proof, prove } from "./prove.ts";
export { queryAfter, type RewrittenQuery } from "./queries.ts";
export { readZone, type WrittenZone, writeZone } from "./rebuild.ts";
export { type Group, LastResets, orderOf, type Plan, plan } from "./reconstruct.ts";
export { type Listener, project, RecordedRun, type RecordOptions, whyNotRecorded } from "./record.ts";
export { type Method, type Reconstruction, Recording, transitionsOf } from "./recording.ts";
export { type Answer, OnlineSession, type Refusal, type Reply, type SessionOptions } from "./session.ts";
export { showState, showStep } from "./show.ts";
export { type Synthesis, type Synthesised, synthesise } from "./synthesise.ts";
export {
  eachEntry,
  effectOf,
  showTransformation,
  type Transformation,
  transform,
  transformAll,
} from "./transformation.ts";
export { type Learned, type Part, type Parts, Unknowns } from "./unknowns.ts";
export { leadsTo as transformationsLeadTo, reduceByValues } from "./values.ts";
export { type WindowQuery, whyNoWindow } from "./window.ts";
