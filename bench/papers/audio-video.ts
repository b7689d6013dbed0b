/**
 * The audio/video protocol of Havelund, Skou, Larsen and Lund (Formal modelling and analysis of an audio/video protocol, RTSS
 * 1997), in its corrected form, for any number of equal senders: the last rows of Table 1 of the paper on symmetry. Senders
 * share a wire that is low while anybody holds it low. Each listens for silence, then sends a frame bit by bit: it puts out a
 * bit, samples the wire 40 and 781 microseconds later, and compares. Who finds the wire low against its own bit counts errors:
 * a few of them make it jam the wire for 25 ms, more make it hold off. Written from the description for equal senders: each
 * may begin at any time, and each may choose any length of a message (bits between two low ones) up to the last one of 8,
 * after 16 to 19 others. Watching and judging are functions, so that one step does what took several committed ones.
 */
export function audioVideo(senders: number): string {
  return `typedef scalar[${senders}] id_t;
bool low[id_t];      // who holds the wire low
bool sending[id_t];  // who is past the first message of a frame
bool wire() { return forall (i : id_t) !low[i]; }

process Sender(const id_t me) {
  clock c;
  bool wasHigh, first, second;    // the bit before, the wire at the first and the second sample
  int[0,4] errors; int[0,2] verdict;   // 0: none, 1: jam, 2: hold off
  bool differs, isDone, isLast, isOver;
  int[0,20] messages; int[0,10] bits; int[0,3] phase;  // no frame, first bit, messages, last bit

  bool others() { return exists (j : id_t) j != me && sending[j]; }
  void count() { if (errors < 4) errors++; }
  void judge() { verdict = errors == 0 ? 0 : (errors <= 3 ? 1 : 2); }
  void watch() {
    if (isOver) { verdict = 0; return; }
    if ((!low[me] && !second) || (wasHigh && !first)) differs = true;
    verdict = 0;
    if (wasHigh) {
      if (!first) count();
      if (!low[me] && !second) { count(); return; }
    }
    if (first || second) judge();
  }
  void begin() {
    errors = 0; differs = false; wasHigh = true;
    messages = 1; bits = 10; isDone = false; isOver = false; isLast = false; phase = 1;
    first = wire();
  }
  void next(int[0,8] length) {
    if (phase == 1) { low[me] = true; phase = 2; }
    else if (phase == 3) { low[me] = false; isDone = true; sending[me] = false; phase = 0; }
    else if (bits > 0) { low[me] = false; bits--; }
    else if (isLast) { low[me] = true; isOver = true; phase = 3; }
    else { messages++; low[me] = true; sending[me] = true; bits = length; isLast = length == 8; }
  }
  bool isDue() { return phase == 2 && bits == 0 && !isLast; }
  bool fits(int length) { return length == 8 ? messages + 1 > 16 : messages + 1 < 20; }

  state Start, Idle { c <= 781 }, Other { c <= 3124 }, Silence { c <= 2343 }, Still { c <= 781 }, Transmit { c <= 781 },
        Next { c <= 40 }, Sample { c <= 781 }, Judged { c <= 781 }, Jam { c <= 25000 }, Wait { c <= 781 }, Hold { c <= 28116 }, End, Stop;
  init Start;
  trans
    Start -> Idle { assign c = 0; },
    Idle -> Silence { guard c == 781 && !others(); assign c = 0; },
    Idle -> Other { guard c == 781 && others(); assign c = 0; },
    Other -> Silence { guard c == 3124 && !others(); assign c = 0; },
    Other -> Other { guard c == 3124 && others(); assign c = 0; },
    Silence -> Still { guard c == 2343 && wire(); assign c = 0; },
    Silence -> Idle { guard c == 2343 && !wire(); assign c = 0; },
    Still -> Transmit { guard c == 781 && wire(); assign c = 0; },
    Still -> Idle { guard c == 781 && !wire(); assign c = 0; },
    Transmit -> Next { guard c == 781; assign begin(), c = 0; },
    Next -> Sample { guard c == 40 && errors > 0; assign low[me] = false; },
    Next -> Sample { guard c == 40 && errors == 0 && !isDue(); assign next(0); },
    Next -> Sample { select k : int[1,4]; guard c == 40 && errors == 0 && isDue() && fits(2 * k); assign next(2 * k); },
    Sample -> Judged { guard c == 781; assign second = wire(), watch(), c = 0; },
    Judged -> Jam { guard c == 781 && verdict == 1 && phase == 2; assign phase = 0, low[me] = true, c = 0; },
    Judged -> Wait { guard c == 781 && verdict == 2 && phase == 2; assign phase = 0, low[me] = false, sending[me] = false, c = 0; },
    Judged -> Stop { guard c == 781 && verdict == 0 && isDone; assign wasHigh = !low[me], c = 0; },
    Judged -> Next { guard c == 781 && verdict == 0 && !isDone; assign wasHigh = !low[me], first = wire(), c = 0; },
    Jam -> End { guard c == 25000; assign low[me] = false, sending[me] = false, verdict = 0, c = 0; },
    Wait -> Hold { guard c == 781 && wire(); assign c = 0; },
    Wait -> Wait { guard c == 781 && !wire(); assign c = 0; },
    Hold -> End { guard c == 28116; assign verdict = 0; };
}
system Sender;
`;
}

/** Whoever is done saw no difference, and nobody else thinks that its own frame was destroyed. */
export const audioVideoQuery =
  "A[] forall (i : id_t) Sender(i).isDone imply (!Sender(i).differs && forall (j : id_t) j != i imply Sender(j).verdict == 0)";
