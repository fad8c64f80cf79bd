/** Work that is asked for by whoever finds something to do, and never runs twice at a time. */
interface OneAtATime {
  /** Has it run: at once, or once more after the run that is under way. */
  ask(): void;
  /** Begins no other run, and waits for the one under way. */
  stop(): Promise<void>;
}

/** @param work tells of its failures itself */
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
