import 'server-only';

/**
 * - `interactive`: a person waits for it
 * - `ledger`: brings the platform what was recorded here; always gets its share, however many people wait
 * - `background`: everything else, when nobody waits
 */
export type Urgency = 'interactive' | 'ledger' | 'background';

export interface RateLimiter {
  /**
   * Waits for a place.
   * @returns whether there was one before `signal` aborted; then `leave` must follow
   */
  enter(urgency: Urgency, signal: AbortSignal): Promise<boolean>;
  /** Gives the place back, with what the answer said is left of the limit. */
  leave(remaining: number | null): void;
}

interface RateLimiterOptions {
  /** Milliseconds, never going back. */
  now: () => number;
  /** Requests that may go at once (behaviour sheet, "Credentials, limits, errors"). */
  capacity?: number;
  perSecond?: number;
  /** Places that other work leaves free, so that a person need not wait. */
  reserve?: number;
}

/** After so many people in a row, one request of the ledger goes first: a quarter of the limit, where all of it is used. */
const peopleInARow = 3;

interface Waiting {
  admit: () => void;
}

/** Keeps all requests of one location under the limit of its key: a token bucket with three queues. */
export function createRateLimiter({
  now,
  capacity = 60,
  perSecond = 6,
  reserve = 10,
}: RateLimiterOptions): RateLimiter {
  const queues: Record<Urgency, Waiting[]> = { interactive: [], ledger: [], background: [] };
  let tokens = capacity;
  let countedAt = now();
  let underWay = 0;
  let peopleSinceLedger = 0;
  let timer: NodeJS.Timeout | undefined;

  const count = () => {
    const at = now();
    tokens = Math.min(capacity, tokens + ((at - countedAt) / 1000) * perSecond);
    countedAt = at;
  };

  const waits = (urgency: Urgency) => queues[urgency].length > 0;

  /** Whose request is next, and how many tokens there have to be for it. */
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
    underWay += 1;
    queues[urgency].shift()?.admit();
  };

  const admit = () => {
    count();
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
      underWay -= 1;
      count();
      // others may use the same key; what is under way has perhaps not been counted there yet
      if (remaining !== null) tokens = Math.min(tokens, Math.max(0, remaining - underWay));
      admit();
    },
  };
}
