/** Work that several callers may request. It never runs concurrently with itself. */
interface OneAtATime {
  /** Runs the work now, or once more after the current run. */
  ask(): void;
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>;
}

/** @param work must report its own failures */
export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  const run = async () => {
    do {
      isAskedAgain = false;
      await work();
    } while (isAskedAgain && !isStopped);
  };
  return {
    ask: () => {
      if (isStopped) return;
      if (running) isAskedAgain = true;
      else {
        running = run().finally(() => {
          running = undefined;
        });
      }
    },
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
