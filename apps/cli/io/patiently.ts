const pause = new Int32Array(new SharedArrayBuffer(4));

/** Calls the system again when a signal came between, and after a moment when the other side of a pipe needs one. */
export function patiently<T>(call: () => T): T {
  for (;;) {
    try {
      return call();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN") Atomics.wait(pause, 0, 0, 5);
      else if (code !== "EINTR") throw error;
    }
  }
}
