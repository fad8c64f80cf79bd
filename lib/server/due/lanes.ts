import 'server-only';
import { coalesce } from '#lib/server/base/run-every.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import type { Log } from '#shared/log/log.ts';
import type { Choice } from './claim-due.ts';

/** How many locations one process works on at a time in the background: what they need leaves room for people. */
const locationsAtOnce = 8;

/** What is looked for: what is due of some locations or of all, except for those that have enough under way or wait. */
export type Look = Omit<Choice, 'where'>;

/** One kind of work: how what is due of it is taken, done, held meanwhile, and given back. */
export interface DueWork<Item> {
  /** As the log names it. */
  name: string;
  /** What the log says where an item fails. */
  broken: string;
  /** How much of it a process does at once. */
  atOnce?: number;
  /** How much of that one location may have, for work that is chosen and not claimed as it is taken: the rest is left. */
  mostOfLocation?: number;
  /** @param underWay what need not be found again, where taking it does not claim it */
  take: (look: Look, underWay: readonly Item[]) => Promise<readonly Item[]>;
  /** Names an item among those under way: what is under way is never begun a second time. */
  idOf: (item: Item) => string;
  locationOf: (item: Item) => string;
  /**
   * Does it and settles it.
   * @param released aborted once it was given back: nothing is to be written any more
   * @returns `waits` where nothing came of it, such as a failure that the log was told of: what is due at its location now
   * waits for the next look, as it does where this throws, or until something else there is done
   */
  work: (item: Item, released: AbortSignal) => Promise<unknown>;
  /** Lets the claims of items under way stand for their whole time again. */
  renew?: (items: readonly Item[], now: Date) => Promise<unknown>;
  /** Makes items due again that this process will not settle. */
  release?: (items: readonly Item[]) => Promise<unknown>;
}

/** What a process does of one kind of work. */
export interface Lanes {
  /** Takes what is due as far as there is room; of these locations, or of all. */
  fill(of?: readonly string[]): Promise<void>;
  renew(): Promise<void>;
  /** Settles once nothing is due and nothing is under way. */
  idle(): Promise<void>;
  takeNoMore(): void;
  /** Gives back what is under way. What comes of it now is dropped. */
  release(): Promise<void>;
}

/** Locations to look at; all where null. */
type Places = Set<string> | null;

/** Works on what is due, a few at a time. What takes long or never ends holds up its own lane and no other. */
export function openLanes<Item>({ clock, log }: { clock: () => number; log: Log }, work: DueWork<Item>): Lanes {
  const { name, broken, atOnce = locationsAtOnce, mostOfLocation = atOnce } = work;
  const underWay = new Map<string, { item: Item; done: Promise<void> }>();
  const released = new AbortController();
  let takesMore = true;
  let asked: Places = new Set();
  /** Locations where what is due waits for the next look. */
  const resting = new Set<string>();

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

  /** @returns whether what was left of one location took the room of others, which are to be looked at once more */
  async function takeAsked(): Promise<boolean> {
    const room = atOnce - underWay.size;
    if (!takesMore || room <= 0 || asked?.size === 0) return false;
    const places = asked;
    asked = new Set();
    const of = places ? [...places] : undefined;
    const except = [...resting, ...fullLocations()];
    let taken: readonly Item[];
    try {
      taken = await work.take({ now: new Date(clock()), atMost: room, of, except }, items());
    } catch (error) {
      ask(places);
      throw error;
    }
    if (!takesMore) {
      // the desk began to stop meanwhile
      await work.release?.(taken);
      return false;
    }
    // there may be more, for which there is room once something has ended
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
    const locationId = work.locationOf(item);
    const done = inOwnContext(async () => work.work(item, released.signal))
      .then((outcome) => {
        if (outcome === 'waits') return void resting.add(locationId);
        // others there are not held up by one that fails each time
        resting.delete(locationId);
        ask(new Set([locationId]));
      })
      .catch((error: unknown) => {
        resting.add(locationId);
        if (!released.signal.aborted) log.error({ error, locationId }, broken);
      })
      .finally(() => {
        underWay.delete(id);
        fillAsked().catch((error: unknown) => log.error({ error, work: name }, 'what is due could not be claimed'));
      });
    underWay.set(id, { item, done });
  }

  const fill = (of?: readonly string[]) => {
    for (const locationId of of ?? [...resting]) resting.delete(locationId);
    ask(of ? new Set(of) : null);
    return fillAsked();
  };
  return {
    fill,
    renew: async () => {
      if (underWay.size > 0) await work.renew?.(items(), new Date(clock()));
    },
    idle: async () => {
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
        .catch((error: unknown) => log.error({ error, work: name }, 'what was under way could not be given back'));
    },
  };
}
