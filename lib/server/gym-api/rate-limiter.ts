import 'server-only';
import { createTokenBucket, publishedLimit, type TokenBucket } from './token-bucket.ts';

/**
 * - `interactive`: a person waits for it
 * - `ledger`: sends what was recorded here, and reads which members have changed; has a guaranteed share, however many people wait
 * - `background`: everything else, when nothing else waits
 */
export type Urgency = 'interactive' | 'ledger' | 'background';

export interface RateLimiter {
  /**
   * Waits for a place.
   * @returns whether there was one before `signal` aborted; then `leave` must follow
   */
  enter(urgency: Urgency, signal: AbortSignal): Promise<boolean>;
  /**
   * Takes a place if nobody else may need it: without waiting, and above the reserve.
   * @returns whether there was one before `signal` aborted; then `leave` must follow
   */
  enterIfFree(signal: AbortSignal): Promise<boolean>;
  /** Releases the place, with the remaining limit of the answer. */
  leave(remaining: number | null): void;
}

interface RateLimiterOptions {
  /** A monotonic clock, milliseconds. */
  now: () => number;
  capacity?: number;
  perSecond?: number;
  /** Tokens that other work leaves for people, so that they need not wait. */
  reserve?: number;
  /** By default one that only this limiter uses. */
  bucket?: TokenBucket;
}

/** After this many interactive requests in a row, one of the ledger goes first: a quarter of the limit under full load. */
const peopleInARow = 3;

interface Waiting {
  admit: () => void;
}

/** The queue whose request is next, for how many of them to take tokens, and how many to leave. */
interface Next {
  urgency: Urgency;
  wanted: number;
  leave: number;
}

/** Keeps all requests of one location in this process under the rate limit of its key, by three priority queues at a token bucket. */
export function createRateLimiter({
  now,
  capacity,
  perSecond = publishedLimit.perSecond,
  reserve = 10,
  bucket = createTokenBucket({ now, capacity, perSecond }),
}: RateLimiterOptions): RateLimiter {
  const queues: Record<Urgency, Waiting[]> = { interactive: [], ledger: [], background: [] };
  /** Taken from the bucket, and not used yet. */
  let inHand = 0;
  let inFlight = 0;
  let peopleSinceLedger = 0;
  let isTaking = false;
  /** What the platform said last, until the bucket knows it. */
  let heard: { left: number; at: number } | null = null;
  /** Set while a request waits for the bucket to refill. */
  let timer: NodeJS.Timeout | undefined;

  const waits = (urgency: Urgency) => queues[urgency].length > 0;

  const findNext = (): Next | null => {
    const all = (urgency: Urgency, leave: number) => ({ urgency, wanted: queues[urgency].length, leave });
    if (waits('ledger') && peopleSinceLedger >= peopleInARow) return { urgency: 'ledger', wanted: 1, leave: 0 };
    if (waits('interactive')) return all('interactive', 0);
    if (waits('ledger')) return all('ledger', reserve);
    return waits('background') ? all('background', reserve) : null;
  };

  const take = async ({ wanted, leave }: Pick<Next, 'wanted' | 'leave'>) => {
    const left = heard && heard.left + ((now() - heard.at) / 1_000) * perSecond;
    heard = null;
    const taken = await bucket.take({ wanted, leave, heard: left });
    inHand += taken.taken;
    return taken;
  };

  const admitNext = (urgency: Urgency) => {
    if (urgency === 'interactive') peopleSinceLedger += 1;
    if (urgency === 'ledger') peopleSinceLedger = 0;
    inHand -= 1;
    inFlight += 1;
    queues[urgency].shift()?.admit();
  };

  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const admit = async (): Promise<void> => {
    stopWaiting();
    for (let next = findNext(); next && inHand >= 1; next = findNext()) admitNext(next.urgency);
    const next = findNext();
    if (!next || isTaking) return;
    isTaking = true;
    const { taken, left } = await take(next);
    isTaking = false;
    const isAnotherNext = (findNext()?.leave ?? next.leave) < next.leave;
    if (taken > 0 || isAnotherNext) return admit();
    if (findNext()) timer = setTimeout(() => void admit(), Math.ceil(((next.leave + 1 - left) / perSecond) * 1_000));
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
        void admit();
      }),
    enterIfFree: async (signal) => {
      if (timer) return false;
      if (inHand < 1) await take({ wanted: 1, leave: reserve });
      // counting may take longer than the request may
      if (inHand < 1 || signal.aborted) return false;
      inHand -= 1;
      inFlight += 1;
      return true;
    },
    leave: (remaining) => {
      inFlight -= 1;
      if (remaining === null) return;
      // others may use the same key; the platform may not have counted our requests in flight yet
      const left = Math.max(0, remaining - inFlight);
      inHand = Math.min(inHand, left);
      heard = { left: left - inHand, at: now() };
    },
  };
}
