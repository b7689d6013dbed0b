/** The longest that a timer of the system takes, in milliseconds (24.8 days); one that is to take longer rings at once. */
const LONGEST = 2 ** 31 - 1;

/** Rings once after so many milliseconds, however many; what is given back turns it off. */
export function startAlarm(milliseconds: number, ring: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    const next = (): void => (left > LONGEST ? wait(left - LONGEST) : ring());
    timer = setTimeout(next, Math.min(left, LONGEST));
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
