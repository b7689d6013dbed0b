import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAlarm } from "../../apps/cli/process/alarm.ts";

/** Alarms ring when they are due, also where the system's timers end. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([5, 2 ** 31 - 1, 2 ** 31, 1e10, 3.5e10])("after %d milliseconds", (milliseconds) => {
  const ring = vi.fn();
  startAlarm(milliseconds, ring);
  vi.advanceTimersByTime(milliseconds - 1);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
});

test("turned off, or never", () => {
  const ring = vi.fn();
  startAlarm(Number.POSITIVE_INFINITY, ring);
  const off = startAlarm(5e9, ring);
  vi.advanceTimersByTime(4e9);
  off();
  vi.advanceTimersByTime(4e9);
  expect(ring).not.toHaveBeenCalled();
});
