import type { Location } from "../../../network/index.ts";
import { type Body, call, type Func, type Global, type I32, i32 } from "../../wasm/index.ts";
import type { ClockNotes, Coder } from "../code/coder.ts";
import { byLocation, eachLocation } from "../code/edge.ts";
import { expression } from "../code/expression.ts";
import type { Action, ActionOn, Question, QuestionOf } from "../emitter.ts";
import { COMMITTED_PART } from "../plan.ts";
import { copyTriples, cutOff, type Pieces, pushConstraint, TRIPLE, tooMany, tripleAt } from "./pieces.ts";
import { tooLarge } from "./zone.ts";

/**
 * Priorities (docs/compatibility.md 5.2, PR2): a transition may be taken where none of higher priority is enabled, target
 * invariants included. So a state is expanded twice: the first time only lists what is enabled (*candidates*), the second
 * time takes each transition from its part of the zone without those of the candidates above it.
 *
 * While candidates are listed, updates change no zone. They keep for each clock what it becomes: a clock of the source state
 * (or the constant zero) plus a number. Through these the target's invariants are constraints on the source.
 *
 * A candidate in memory: its rank, the address behind it, then triples. The constraints on the source of the transition at
 * hand are kept in a list of their own, the *path*.
 */
export interface Priorities extends ClockNotes {
  /** The end of the path; set it back to `pathStart` for a new transition. */
  readonly path: Global<"i32">;
  readonly pathStart: number;
  /** Adds the triples between two addresses to the path. */
  readonly note: Func<readonly ["i32", "i32"], "void">;
  /** Before the updates of a transition, while listing. */
  readonly begin: Action;
  /** After the updates: adds the transition of `n` instances to the candidates unless its target cannot be. */
  readonly add: ActionOn;
  /** Forgets all candidates. */
  readonly clear: (f: Body) => void;
  /** Calls `take`, with the piece in the target zone, for each part of the target zone where `n` instances may go. */
  readonly each: (take: ActionOn, stop: Global<"i32">) => ActionOn;
}

const ROOM = 1 << 19;

/** What the functions below share: the constraints on the source of the transition at hand, candidates, what clocks become. */
interface Listing {
  readonly e: Coder;
  readonly pieces: Pieces;
  readonly path: Global<"i32">;
  readonly pathStart: number;
  readonly candidates: number;
  readonly end: Global<"i32">;
  readonly sources: number;
  readonly offsets: number;
  readonly rank: QuestionOf;
}

export function priorityFunctions(pieces: Pieces, e: Coder): Priorities {
  const { module, plan } = e;
  const isListing = module.global("i32", "listing");
  const pathStart = e.region(ROOM);
  const path = module.global("i32", "path", pathStart);
  const candidates = e.region(ROOM);
  const end = module.global("i32", "candidates_end", candidates);
  const sources = e.region(4 * plan.dim);
  const offsets = e.region(4 * plan.dim);
  const rank = rankFunction(e);
  const listing: Listing = { e, pieces, path, pathStart, candidates, end, sources, offsets, rank };
  const invariants = invariantsFunction(listing);
  const note = module.func("note_path", ["from: i32", "to: i32"], "void", (f, from, to) => {
    tooMany(i32.gt_u(i32.add(path, i32.sub(to, from)), pathStart + ROOM), e, f);
    copyTriples(from, to, path, f);
  });
  const begin = module.func("begin_listing", [], "void", (f) => {
    for (let x = 0; x < plan.dim; x++) f.do(i32.store(0, x, sources + 4 * x), i32.store(0, 0, offsets + 4 * x));
  });
  const set = setFunction(listing);
  const add = addFunction(listing, invariants);
  const each: Priorities["each"] = (take, stop) => unblockedFunction(listing, take, stop);
  return { listing: isListing, path, pathStart, note, begin, set, add, clear: (f) => f.set(end, candidates), each };
}

function setFunction({ e, sources, offsets }: Listing): Priorities["set"] {
  const { plan } = e;
  return e.module.func("note_clock", ["x: i32", "y: i32", "d: i32"], "void", (f, x, y, d) => {
    const source = f.local("i32", "source", i32.load(i32.shl(y, 2), sources));
    const offset = f.local("i32", "offset", i32.add(i32.load(i32.shl(y, 2), offsets), d));
    if (plan.wide) tooLarge(i32.gt_u(i32.add(offset, plan.largest), 2 * plan.largest), e, f);
    f.do(i32.store(i32.shl(x, 2), source, sources), i32.store(i32.shl(x, 2), offset, offsets));
  });
}

function addFunction(
  { e, pieces, path, pathStart, candidates, end, rank }: Listing,
  invariants: Question | undefined,
): ActionOn {
  const { top } = pieces;
  return e.module.func("add_candidate", ["n: i32"], "void", (f, n) => {
    const from = f.local("i32", "from", top);
    f.block("done", (done) => {
      if (invariants) f.brUnless(done, call(invariants));
      const bytes = i32.add(i32.sub(path, pathStart), i32.sub(top, from));
      tooMany(i32.gt_u(i32.add(end, bytes), candidates + ROOM - 64), e, f);
      const head = f.local("i32", "head", end);
      f.do(i32.store(head, call(rank, n)));
      f.add(end, 8);
      copyTriples(i32.const(pathStart), path, end, f);
      copyTriples(from, top, end, f);
      f.do(i32.store(head, end, 4));
    });
    f.set(top, from);
  });
}

/** Calls `take`, with the piece in the target zone, for each part of the target zone where `n` instances may go. */
function unblockedFunction(listing: Listing, take: ActionOn, stop: Global<"i32">): ActionOn {
  const { e, pieces, candidates, rank } = listing;
  const { push, zones } = pieces;
  const peel = peelFunction(listing, take, stop);
  return e.module.func("take_unblocked", ["n: i32"], "void", (f, n) => {
    const z = f.local("i32", "z", call(push, e.plan.at.target));
    f.call(peel, candidates, z, call(rank, n), n);
    f.set(zones, z);
  });
}

/** Goes on from the candidate `c` with the zone `z` for `n` instances, whose rank is `mine`. */
function peelFunction({ e, pieces, end }: Listing, take: ActionOn, stop: Global<"i32">) {
  const { module, plan } = e;
  const { push, zones, meets } = pieces;
  const peel = module.declare("unless_blocked", ["c: i32", "z: i32", "mine: i32", "n: i32"], "void");
  module.define(peel, (f, c, z, mine, n) => {
    f.if(stop, () => f.return());
    const [first, last] = f.locals("i32", "first", "last");
    f.block("blocked", (blocked) => {
      f.while(i32.lt_u(c, end), () => {
        f.set(first, i32.add(c, 8));
        f.set(last, i32.load(c, 4));
        f.brIf(blocked, i32.andThen(i32.gt_s(i32.load(c), mine), call(meets, z, first, last)));
        f.set(c, last);
      });
      f.call(e.zones.copy, plan.at.target, z);
      f.call(take, n);
      f.return();
    });
    const rest = f.local("i32", "rest", call(push, z));
    f.upTo(first, last, TRIPLE, () => {
      cutOff(rest, tripleAt(first), pieces, e, f, {
        piece: (piece) => f.call(peel, last, piece, mine, n),
        empty: () => {
          f.set(zones, rest);
          f.return();
        },
      });
    });
    f.set(zones, rest);
  });
  return peel;
}

/** Larger for higher priority: the channel's counts first, then the highest process that takes part. */
function rankFunction(e: Coder): QuestionOf {
  const { network, at } = e.plan;
  const levels = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  const channels = levels([network.defaultPriority, ...network.channels.map((c) => c.priority)]);
  const processes = levels(network.processes.map((p) => p.priority));
  const ofChannel = e.data(Int32Array.from(network.channels, (c) => channels.indexOf(c.priority) * processes.length));
  const ofProcess = e.data(Int32Array.from(network.processes, (p) => processes.indexOf(p.priority)));
  return e.module.func("rank", ["n: i32"], "i32", (f, n) => {
    const channel = f.local("i32", "channel", i32.load(i32.load(0, at.parts), 4));
    const byDefault = channels.indexOf(network.defaultPriority) * processes.length;
    const [most, level, k] = f.locals("i32", "most", "level", "k");
    f.for(k, 0, n, () => {
      const process = i32.and(i32.load(i32.load(i32.shl(k, 2), at.parts), 8), COMMITTED_PART - 1);
      f.set(level, i32.load(i32.shl(process, 2), ofProcess));
      f.if(i32.gt_s(level, most), () => f.set(most, level));
    });
    return i32.add(most, i32.if(i32.lt_s(channel, 0), byDefault, i32.load(i32.shl(channel, 2), ofChannel)));
  });
}

/** Pushes what the target's invariants, for the state in the cells, ask of the source; 0 if they cannot hold. */
function invariantsFunction(listing: Listing): Question | undefined {
  const { e, pieces } = listing;
  const { module } = e;
  const { top } = pieces;
  const asks = ({ invariant }: Location): boolean => invariant.data.length + invariant.clocks.length > 0;
  if (!eachLocation(e, asks).includes(true)) return undefined;
  const translate = translateFunction(listing);
  const trivial = module.func("nothing_asked", [], "i32", () => 1);
  const functions = eachLocation(e, (location, { name }) => {
    if (!asks(location)) return undefined;
    return module.func(e.name("asks"), [], "i32", (f) => {
      const { data, clocks } = location.invariant;
      f.comment(`${name}.${location.name}`);
      for (const code of data) f.if(i32.eqz(expression(code, e, f)), () => f.return(0));
      const from = f.local("i32", "from");
      for (const clock of clocks) {
        f.set(from, top);
        pushConstraint(clock, pieces, e, f, () => f.return(0));
        f.if(i32.eqz(call(translate, from)), () => f.return(0));
      }
      return 1;
    });
  });
  const { owners, call: holds } = byLocation("asked", functions, trivial, e);
  return module.func("ask_invariants", [], "i32", (f) => {
    for (const p of owners) f.if(i32.eqz(holds(p)), () => f.return(0));
    return 1;
  });
}

/** The constraint just pushed, put back through the updates. */
function translateFunction({ e, pieces, sources, offsets }: Listing): QuestionOf {
  const { plan } = e;
  const { top, pushTriple } = pieces;
  return e.module.func("translate", ["from: i32"], "i32", (f, from) => {
    // Nothing was pushed if the constraint did not matter.
    f.if(i32.eq(from, top), () => f.return(1));
    const word = (of: number, table: number): I32 => i32.load(i32.shl(i32.load(from, of), 2), table);
    const x = f.local("i32", "x", word(0, sources));
    const y = f.local("i32", "y", word(4, sources));
    const moved = i32.sub(word(0, offsets), word(4, offsets));
    const bound = f.local("i32", "bound", i32.sub(i32.load(from, 8), i32.shl(moved, 1)));
    f.set(top, from);
    f.if(i32.eq(x, y), () => f.return(i32.ge_s(bound, 1)));
    if (plan.wide) tooLarge(i32.gt_u(i32.add(bound, plan.limit), 2 * plan.limit), e, f);
    f.call(pushTriple, x, y, bound);
    return 1;
  });
}
