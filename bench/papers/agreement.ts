/**
 * The agreement algorithm of Attiya, Dwork, Lynch and Stockmeyer (Bounds on the time to reach agreement in the presence of timing
 * uncertainty, JACM 41(1), 1994), and its timeout task alone, for the paper on symmetry. Processes take steps c1 to c2 apart;
 * a message arrives after at most d; at most f processes stop. With every step a process tells all others that it is alive,
 * and counts for each of them its own steps since it last heard; when these are more than what c2 + d allows, it takes the
 * other for stopped (the timeout task). The main task goes through rounds: with input 1 to round 1, telling so; with input 0
 * it decides 0, and tells others to go to round 2. In a later round r, who is told to go to r + 1 does and tells the others;
 * who was told r by all that it does not take for stopped decides r modulo 2, and tells others to go to r + 2.
 */

export interface AgreementSizes {
  readonly n: number;
  readonly f: number;
  readonly ones: number;
  readonly c1: number;
  readonly c2: number;
  readonly d: number;
}

/**
 * Messages between two processes that may be on their way at once: one for each step of the sender within d, and the one
 * at its beginning.
 */
const room = ({ c1, d }: AgreementSizes): number => Math.floor(d / c1) + 1;

/** So many own steps without a word: more than c2 + d, if each takes c1 only. */
const patience = ({ c1, c2, d }: AgreementSizes): number => Math.floor((c2 + d) / c1) + 1;

/** What both forms of the algorithm declare. */
export function agreementDeclarations(sizes: AgreementSizes): string {
  const { n, f, ones } = sizes;
  const rounds = 2 * f + 6;
  return `typedef scalar[${n}] id_t;
typedef scalar[${room(sizes)}] place_t;
typedef int[0,${rounds - 1}] round_t;
const int PATIENCE = ${patience(sizes)};
broadcast chan send[id_t][place_t], stop[id_t];
meta round_t news; // what is told with a step: the round to go to, or 0
int[0,${f}] stopped; int[0,${ones}] ones;
bool isStopped[id_t], isSuspected[id_t][id_t], isFull[id_t][id_t][place_t];
int[0,PATIENCE] silence[id_t][id_t];
bool told[id_t][id_t][round_t];
int[0,2] decision[id_t]; // 0: none, otherwise 1 + what was decided
`;
}

export function agreement(sizes: AgreementSizes): string {
  const { f, ones, c1, c2, d } = sizes;
  return `${agreementDeclarations(sizes)}
process P(const id_t me) {
  clock x;
  round_t round;
  bool isFree(place_t k) { return forall (j : id_t) !isFull[me][j][k]; }
  void watch() {
    for (j : id_t) if (j != me && !isSuspected[me][j]) {
      if (silence[me][j] == PATIENCE) { isSuspected[me][j] = true; silence[me][j] = 0; }
      else silence[me][j] = silence[me][j] + 1;
    }
  }
  void decide() {
    news = 0;
    if (decision[me] != 0) return;
    if (exists (j : id_t) told[me][j][round + 1]) { round++; news = round; }
    else if (forall (j : id_t) j == me || isSuspected[me][j] || told[me][j][round]) { decision[me] = 1 + round % 2; news = round + 2; }
  }
  state Begin { x <= ${c2} }, Run { x <= ${c2} }, Stopped;
  init Begin;
  trans
    Begin -> Run { select k : place_t; guard x >= ${c1} && ones < ${ones} && isFree(k); sync send[me][k]!; assign ones++, round = 1, news = 1, watch(), x = 0; },
    Begin -> Run { select k : place_t; guard x >= ${c1} && isFree(k); sync send[me][k]!; assign decision[me] = 1, news = 2, watch(), x = 0; },
    Run -> Run { select k : place_t; guard x >= ${c1} && isFree(k); sync send[me][k]!; assign watch(), decide(), x = 0; },
    Begin -> Stopped { guard stopped < ${f}; sync stop[me]!; assign stopped++, isStopped[me] = true; },
    Run -> Stopped { guard stopped < ${f}; sync stop[me]!; assign stopped++, isStopped[me] = true; };
}

// A message on its way to one of the others, in a place of the sender's that is free.
process Link(const id_t from, const id_t to, const place_t k) {
  clock age;
  round_t mail;
  void deliver() {
    silence[to][from] = 0;
    if (mail > 0) told[to][from][mail] = true;
    mail = 0;
    isFull[from][to][k] = false;
  }
  state Empty, Full { age <= ${d} };
  init Empty;
  trans
    Empty -> Full { guard from != to && !isStopped[to]; sync send[from][k]?; assign mail = news, isFull[from][to][k] = true, age = 0; },
    Full -> Empty { assign deliver(); },
    Full -> Empty { sync stop[to]?; assign mail = 0, isFull[from][to][k] = false; };
}
system P, Link;
`;
}

export const agreementQuery =
  "A[] forall (i : id_t) forall (j : id_t) decision[i] == 0 || decision[j] == 0 || decision[i] == decision[j]";

/** Nobody is taken for stopped who is not. */
export const accuracyQuery = "A[] forall (i : id_t) forall (j : id_t) isSuspected[i][j] imply isStopped[j]";

/** The timeout task of one process that watches n others, whose messages arrive at once. */
export function timeoutTask(n: number, sizes: AgreementSizes): string {
  const { f, c1, c2 } = sizes;
  return `typedef scalar[${n}] id_t;
const int PATIENCE = ${patience(sizes)};
int[0,${f}] stopped; bool isStopped[id_t], isSuspected[id_t]; int[0,PATIENCE] silence[id_t];
process Watched(const id_t me) {
  clock x;
  state Run { x <= ${c2} }, Stopped;
  init Run;
  trans
    Run -> Run { guard x >= ${c1}; assign silence[me] = 0, x = 0; },
    Run -> Stopped { guard stopped < ${f}; assign stopped++, isStopped[me] = true; };
}
process Timeout() {
  clock y;
  void watch() {
    for (j : id_t) if (!isSuspected[j]) {
      if (silence[j] == PATIENCE) { isSuspected[j] = true; silence[j] = 0; }
      else silence[j]++;
    }
  }
  state Run { y <= ${c2} };
  init Run;
  trans Run -> Run { guard y >= ${c1}; assign watch(), y = 0; };
}
system Watched, Timeout;
`;
}

export const timeoutQuery = "A[] forall (j : id_t) isSuspected[j] imply isStopped[j]";
