import 'server-only';

/** People wait for `interactive` requests; they always come before `background` ones. */
export type Urgency = 'interactive' | 'background';

export interface Pacer {
  /**
   * Waits for a place.
   * @returns whether there was one before `signal` aborted; then `leave` must follow
   */
  enter(urgency: Urgency, signal: AbortSignal): Promise<boolean>;
  /** Gives the place back, with what the answer said is left of the limit. */
  leave(remaining: number | null): void;
}

export interface PacerOptions {
  /** Milliseconds, never going back. */
  now: () => number;
  /** Requests that may go at once (behaviour sheet, "Credentials, limits, errors"). */
  capacity?: number;
  perSecond?: number;
  /** Places that background work leaves free, so that a person need not wait. */
  reserve?: number;
}

interface Waiting {
  admit: () => void;
}

/** Keeps all requests of one location under the limit of its key: a token bucket with two queues. */
export function createPacer({ now, capacity = 60, perSecond = 6, reserve = 10 }: PacerOptions): Pacer {
  const queues: Record<Urgency, Waiting[]> = { interactive: [], background: [] };
  let tokens = capacity;
  let countedAt = now();
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  const count = () => {
    const at = now();
    tokens = Math.min(capacity, tokens + ((at - countedAt) / 1000) * perSecond);
    countedAt = at;
  };

  const admitFrom = (queue: Waiting[], floor: number) => {
    while (tokens >= floor + 1) {
      const next = queue.shift();
      if (!next) return;
      tokens -= 1;
      underWay += 1;
      next.admit();
    }
  };

  const admit = () => {
    count();
    admitFrom(queues.interactive, 0);
    if (queues.interactive.length === 0) admitFrom(queues.background, reserve);
    clearTimeout(timer);
    const needed = queues.interactive.length > 0 ? 1 : queues.background.length > 0 ? reserve + 1 : null;
    if (needed !== null) timer = setTimeout(admit, Math.ceil(((needed - tokens) / perSecond) * 1000));
  };

  return {
    enter: (urgency, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(false);
        const queue = queues[urgency];
        const leaveQueue = () => {
          queue.splice(queue.indexOf(waiting), 1);
          resolve(false);
        };
        const waiting: Waiting = {
          admit: () => {
            signal.removeEventListener('abort', leaveQueue);
            resolve(true);
          },
        };
        signal.addEventListener('abort', leaveQueue, { once: true });
        queue.push(waiting);
        admit();
      }),
    leave: (remaining) => {
      underWay -= 1;
      count();
      // others may use the same key; what is under way has perhaps not been counted there yet
      if (remaining !== null) tokens = Math.min(tokens, Math.max(0, remaining - underWay));
      admit();
    },
  };
}
