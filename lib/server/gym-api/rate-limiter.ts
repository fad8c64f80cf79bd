import 'server-only';
import { createTokenBucket, publishedLimit, type TokenBucket, takenBeyond } from './token-bucket.ts';

/**
 * - `interactive`: a person waits for it
 * - `changes`: reads which members have changed; has the first place of the ledger's share
 * - `ledger`: sends what was recorded here; has a guaranteed share, however many people wait
 * - `background`: everything else, when nothing else waits
 */
export type Urgency = (typeof urgencies)[number];
export const urgencies = ['interactive', 'changes', 'ledger', 'background'] as const;

export interface RateLimiter {
  /**
   * Waits for a place.
   * @returns whether there was one before `signal` aborted; then `leave` or `giveBack` must follow
   */
  enter(urgency: Urgency, signal: AbortSignal): Promise<boolean>;
  /**
   * Takes a place if no person waits, and half of the reserve stays. Waits for nothing but the count.
   * @returns whether there was one before `signal` aborted; then `leave` or `giveBack` must follow
   */
  enterIfFree(signal: AbortSignal): Promise<boolean>;
  /** Releases the place, with the remaining limit of the answer, below zero where the platform asked to wait. */
  leave(remaining: number | null): void;
  /** Releases the place of a request that is not sent, for the next one. */
  giveBack(): void;
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

/** After this many interactive requests in a row, one of the ledger's share goes first: a quarter of the limit under full load. */
const peopleInARow = 3;

interface Waiting {
  end: (isAdmitted: boolean) => void;
}

/** `spare`: people who are refused as soon as nothing is left for them. */
type Queue = Urgency | 'spare';

/** The queue whose request is next, for how many of them to take tokens, and how many to leave. */
interface Next {
  queue: Queue;
  wanted: number;
  leave: number;
}

/** Keeps all requests of one location in this process under the rate limit of its key, by priority queues at a token bucket. */
export function createRateLimiter({
  now,
  capacity,
  perSecond = publishedLimit.perSecond,
  reserve = 10,
  bucket = createTokenBucket({ now, capacity, perSecond }),
}: RateLimiterOptions): RateLimiter {
  const queues: Record<Queue, Waiting[]> = { interactive: [], spare: [], changes: [], ledger: [], background: [] };
  /** Taken from the bucket, and not used yet. */
  let inHand = 0;
  let inFlight = 0;
  let peopleSinceLedger = 0;
  let isTaking = false;
  /** What the platform said last, until the bucket knows it. */
  let heard: { left: number; at: number } | null = null;
  /** Set while a request waits for the bucket to refill. */
  let timer: NodeJS.Timeout | undefined;

  const waits = (queue: Queue) => queues[queue].length > 0;
  const ofShare = () => (waits('changes') ? 'changes' : 'ledger');
  const isTurnOfLedger = () => waits(ofShare()) && peopleSinceLedger >= peopleInARow;

  const findNext = (): Next | null => {
    const all = (queue: Queue, leave: number) => ({ queue, wanted: queues[queue].length, leave });
    if (isTurnOfLedger()) return { queue: ofShare(), wanted: 1, leave: 0 };
    if (waits('interactive')) return all('interactive', 0);
    // less than others leave, or whatever else waits would take all that people may have
    if (waits('spare')) return all('spare', reserve / 2);
    if (waits(ofShare())) return all(ofShare(), reserve);
    return waits('background') ? all('background', reserve) : null;
  };

  const heardLeft = () => heard && heard.left + ((now() - heard.at) / 1_000) * perSecond;

  const take = async ({ wanted, leave }: Next) => {
    const left = heardLeft();
    heard = null;
    const taken = await bucket.take({ wanted, leave, heard: left });
    // those who gave up meanwhile need none, and other processes do
    inHand = Math.min(inHand + taken.taken, Object.values(queues).flat().length + takenBeyond);
    return taken;
  };

  const admitNext = (queue: Queue) => {
    if (queue === 'interactive' || queue === 'spare') peopleSinceLedger += 1;
    if (queue === 'changes' || queue === 'ledger') peopleSinceLedger = 0;
    inHand -= 1;
    inFlight += 1;
    queues[queue].shift()?.end(true);
  };

  const refuseSpares = () => {
    for (const waiting of queues.spare.splice(0)) waiting.end(false);
  };

  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const admit = async (): Promise<void> => {
    stopWaiting();
    for (let next = findNext(); next && inHand >= 1; next = findNext()) admitNext(next.queue);
    const next = findNext();
    if (!next || isTaking) return;
    isTaking = true;
    const { taken, left } = await take(next);
    isTaking = false;
    const isAnotherNext = (findNext()?.leave ?? next.leave) < next.leave;
    if (taken > 0 || isAnotherNext) return admit();
    refuseSpares();
    if (next.queue === 'spare') return admit();
    if (findNext()) timer = setTimeout(() => void admit(), Math.ceil(((next.leave + 1 - left) / perSecond) * 1_000));
  };

  const wait = (name: Queue, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      const queue = queues[name];
      const leaveQueue = () => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(false);
      };
      const waiting: Waiting = {
        end: (isAdmitted) => {
          signal.removeEventListener('abort', leaveQueue);
          resolve(isAdmitted);
        },
      };
      signal.addEventListener('abort', leaveQueue, { once: true });
      queue.push(waiting);
      void admit();
    });

  return {
    enter: wait,
    enterIfFree: async (signal) => {
      // nothing is left, as far as this process knows
      if (timer && (waits('interactive') || isTurnOfLedger())) return false;
      return wait('spare', signal);
    },
    leave: (remaining) => {
      inFlight -= 1;
      if (remaining === null) return;
      // others may use the same key; the platform may not have counted our requests in flight yet
      const left = Math.max(Math.min(0, remaining), remaining - inFlight);
      inHand = Math.min(inHand, Math.max(0, left));
      // answers overtake each other
      heard = { left: Math.min(left - inHand, heardLeft() ?? Number.POSITIVE_INFINITY), at: now() };
    },
    giveBack: () => {
      inFlight -= 1;
      inHand += 1;
      void admit();
    },
  };
}
