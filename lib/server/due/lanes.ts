import 'server-only';
import type { Crowd } from '#lib/server/base/crowd.ts';
import { coalesce } from '#lib/server/base/run-every.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import type { Log } from '#shared/log/log.ts';
import type { Choice } from './claim-due.ts';

/** How many locations one process works on concurrently in the background: leaves capacity for requests of users. */
const locationsAtOnce = 8;
/**
 * What a poll asks for: due items of some locations or of all, except locations at their limit or waiting for the next
 * poll.
 */
export type Look = Omit<Choice, 'where'>;

/** One kind of work: how its due items are taken, worked on, kept claimed meanwhile, and released. */
export interface DueWork<Item> {
  /** As the log names it. */
  name: string;
  /** The log message for a failed item. */
  broken: string;
  /** How many items a process works on concurrently. */
  atOnce?: number;
  /** How many of those one location may have, for work that is taken without being claimed: the rest is left. */
  mostOfLocation?: number;
  /**
   * How long an item that has ended may leave its capacity unused, so that one poll takes what several have left: for work of which
   * many items end every second. The poll is made earlier once a quarter of all capacity was left. None if left out.
   */
  gatherMs?: number;
  /** How many items begin in each round while lists of windows wait. No such limit if left out. */
  pace?: { starts: number; everyMs: number };
  /** @param underWay items to leave out, for work that is taken without being claimed */
  take: (look: Look, underWay: readonly Item[]) => Promise<readonly Item[]>;
  /** Identifies an item, so that one that is under way is never begun a second time. */
  idOf: (item: Item) => string;
  locationOf: (item: Item) => string;
  /**
   * Works on an item and settles it.
   * @param released aborts once the item was released: nothing may be written after that
   * @returns `waits` where the item could not be done, such as after a failure that has been logged: due items of its
   * location then wait for the next poll, or until another item there is done. The same holds where this throws
   */
  work: (item: Item, released: AbortSignal) => Promise<unknown>;
  /** Renews the claims of items under way. */
  renew?: (items: readonly Item[], now: Date) => Promise<unknown>;
  /** Makes items due again that this process will not settle any more. */
  release?: (items: readonly Item[]) => Promise<unknown>;
}

/** The items of one kind that a process works on concurrently. */
export interface Lanes {
  /** Takes due items of these locations, or of all, as far as there is capacity. */
  fill(of?: readonly string[]): Promise<void>;
  renew(): Promise<void>;
  /** Resolves once nothing is due and nothing is under way. */
  idle(): Promise<void>;
  takeNoMore(): void;
  /** Releases the items under way. Their outcomes are dropped. */
  release(): Promise<void>;
}

/** Locations to poll; null for all. */
type Places = Set<string> | null;

/**
 * Works on due items with limited concurrency. An item that takes long or never ends holds up only its own lane. While people
 * wait for this process, due items wait, until a later poll or until an item under way has ended.
 */
export function openLanes<Item>(
  { clock, log, crowd }: { clock: () => number; log: Log; crowd?: Crowd },
  work: DueWork<Item>,
): Lanes {
  const { name, broken, atOnce = locationsAtOnce, mostOfLocation = atOnce, gatherMs, pace } = work;
  const underWay = new Map<string, { item: Item; done: Promise<void> }>();
  const released = new AbortController();
  const isHeld = crowd?.openHold();
  const isPaced = crowd?.openPace();
  /** The items begun in this round. */
  let round = { at: Number.NEGATIVE_INFINITY, begun: 0 };
  let takesMore = true;
  /** Whether due items wait while people do; not while a caller waits until nothing is due. */
  let givesWay = true;
  let asked: Places = new Set();
  /** Locations whose due items wait for the next poll. */
  const resting = new Set<string>();
  /**
   * Locations polled by name since the last take. Their items do not wait for the next poll, even if one of them fails before the
   * next take.
   */
  let named: ReadonlySet<string> = new Set();

  const ask = (places: Places) => {
    asked = asked && places ? asked.union(places) : null;
  };
  const items = () => [...underWay.values()].map(({ item }) => item);
  const isFull = (locationId: string) =>
    items().filter((item) => work.locationOf(item) === locationId).length >= mostOfLocation;
  const fullLocations = () => [...new Set(items().map(work.locationOf))].filter(isFull);

  let isTaking = false;
  const fillAsked = coalesce(async () => {
    isTaking = true;
    try {
      while (await takeAsked());
    } finally {
      isTaking = false;
    }
  });
  const isIdle = () => underWay.size === 0 && !isTaking && (!takesMore || asked?.size === 0);

  /** How many items may begin now. The next round takes the others, even if no item of this round has ended by then. */
  function roomNow(): number {
    const room = atOnce - underWay.size;
    if (room <= 0 || !givesWay || !pace || !isPaced?.()) return room;
    const at = performance.now();
    if (at - round.at >= pace.everyMs) round = { at, begun: 0 };
    gathering ??= setTimeout(fillNow, round.at + pace.everyMs - at);
    return Math.min(room, pace.starts - round.begun);
  }

  /** @returns whether items left out of one location took the capacity of others, so that it has to be polled again */
  async function takeAsked(): Promise<boolean> {
    if (!takesMore || asked?.size === 0 || (givesWay && isHeld?.())) return false;
    const room = roomNow();
    if (room <= 0) return false;
    const [places, woken] = [asked, named];
    asked = new Set();
    named = new Set();
    for (const locationId of woken) resting.delete(locationId);
    const of = places ? [...places] : undefined;
    const except = [...resting, ...fullLocations()];
    let taken: readonly Item[];
    try {
      taken = await work.take({ now: new Date(clock()), atMost: room, of, except }, items());
    } catch (error) {
      ask(places);
      named = named.union(woken);
      throw error;
    }
    if (!takesMore) {
      // the process began to stop meanwhile
      await work.release?.(taken);
      return false;
    }
    // there may be more, for which there is capacity once an item has ended
    if (taken.length >= room) ask(places);
    let isAnyLeft = false;
    for (const item of taken) {
      if (isFull(work.locationOf(item))) isAnyLeft = true;
      else begin(item);
    }
    return isAnyLeft;
  }

  function begin(item: Item): void {
    const id = work.idOf(item);
    if (underWay.has(id)) return;
    round.begun += 1;
    const locationId = work.locationOf(item);
    const done = inOwnContext(async () => work.work(item, released.signal))
      .then((outcome) => {
        if (outcome === 'waits') return void resting.add(locationId);
        // other items of the location are not held up by one that fails each time
        resting.delete(locationId);
        ask(new Set([locationId]));
      })
      .catch((error: unknown) => {
        resting.add(locationId);
        if (!released.signal.aborted) log.error({ error, locationId }, broken);
      })
      .finally(() => {
        underWay.delete(id);
        ended += 1;
        if (gatherMs === undefined || ended >= atOnce / 4) fillNow();
        else gathering ??= setTimeout(fillNow, gatherMs);
      });
    underWay.set(id, { item, done });
  }

  let gathering: NodeJS.Timeout | undefined;
  /** Items that have ended since the last poll that such an end has caused. */
  let ended = 0;
  const fillNow = () => {
    clearTimeout(gathering);
    gathering = undefined;
    ended = 0;
    fillAsked().catch((error: unknown) => log.error({ error, work: name }, 'due items could not be claimed'));
  };

  const fill = (of?: readonly string[]) => {
    if (of) named = named.union(new Set(of));
    else resting.clear();
    ask(of ? new Set(of) : null);
    return fillAsked();
  };
  return {
    fill,
    renew: async () => {
      if (underWay.size > 0) await work.renew?.(items(), new Date(clock()));
    },
    idle: async () => {
      givesWay = false;
      await fill();
      while (!isIdle()) {
        await Promise.all([...underWay.values()].map(({ done }) => done));
        await fillAsked();
      }
    },
    takeNoMore: () => {
      takesMore = false;
    },
    release: async () => {
      released.abort();
      const left = items();
      if (left.length === 0) return;
      await work
        .release?.(left)
        .catch((error: unknown) => log.error({ error, work: name }, 'items under way could not be released'));
    },
  };
}
