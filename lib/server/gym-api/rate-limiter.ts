import 'server-only';

/**
 * - `interactive`: a person waits for it
 * - `ledger`: sends what was recorded here; has a guaranteed share, however many people wait
 * - `background`: everything else, when nothing else waits
 */
export type Urgency = 'interactive' | 'ledger' | 'background';

export interface RateLimiter {
  /**
   * Waits for a place.
   * @returns whether there was one before `signal` aborted; then `leave` must follow
   */
  enter(urgency: Urgency, signal: AbortSignal): Promise<boolean>;
  /** Releases the place, with the remaining limit of the answer. */
  leave(remaining: number | null): void;
}

interface RateLimiterOptions {
  /** A monotonic clock, milliseconds. */
  now: () => number;
  /** The size of the burst (behaviour sheet, "Credentials, limits, errors"). */
  capacity?: number;
  perSecond?: number;
  /** Tokens that other work leaves for people, so that they need not wait. */
  reserve?: number;
}

/** After this many interactive requests in a row, one of the ledger goes first: a quarter of the limit under full load. */
const peopleInARow = 3;

interface Waiting {
  admit: () => void;
}

/** Keeps all requests of one location under the rate limit of its key: a token bucket with three priority queues. */
export function createRateLimiter({
  now,
  capacity = 60,
  perSecond = 6,
  reserve = 10,
}: RateLimiterOptions): RateLimiter {
  const queues: Record<Urgency, Waiting[]> = { interactive: [], ledger: [], background: [] };
  let tokens = capacity;
  let countedAt = now();
  let inFlight = 0;
  let peopleSinceLedger = 0;
  let timer: NodeJS.Timeout | undefined;

  const refill = () => {
    const at = now();
    tokens = Math.min(capacity, tokens + ((at - countedAt) / 1000) * perSecond);
    countedAt = at;
  };

  const waits = (urgency: Urgency) => queues[urgency].length > 0;

  /** The queue whose request is next, and how many tokens it needs. */
  const findNext = (): { urgency: Urgency; needed: number } | null => {
    if (waits('ledger') && peopleSinceLedger >= peopleInARow) return { urgency: 'ledger', needed: 1 };
    if (waits('interactive')) return { urgency: 'interactive', needed: 1 };
    if (waits('ledger')) return { urgency: 'ledger', needed: reserve + 1 };
    return waits('background') ? { urgency: 'background', needed: reserve + 1 } : null;
  };

  const admitNext = (urgency: Urgency) => {
    if (urgency === 'interactive') peopleSinceLedger += 1;
    if (urgency === 'ledger') peopleSinceLedger = 0;
    tokens -= 1;
    inFlight += 1;
    queues[urgency].shift()?.admit();
  };

  const admit = () => {
    refill();
    let next = findNext();
    for (; next && tokens >= next.needed; next = findNext()) admitNext(next.urgency);
    clearTimeout(timer);
    if (next) timer = setTimeout(admit, Math.ceil(((next.needed - tokens) / perSecond) * 1000));
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
      inFlight -= 1;
      refill();
      // others may use the same key; the platform may not have counted our requests in flight yet
      if (remaining !== null) tokens = Math.min(tokens, Math.max(0, remaining - inFlight));
      admit();
    },
  };
}
