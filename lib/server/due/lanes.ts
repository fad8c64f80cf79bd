import 'server-only';
import { coalesce } from '#lib/server/base/run-every.ts';
import { inOwnContext } from '#lib/server/log/run-in-context.ts';
import type { Log } from '#shared/log/log.ts';
import type { Choice } from './claim-due.ts';

/** How many locations one process works on at a time in the background: what they need leaves room for people. */
const locationsAtOnce = 8;

/** What is looked for: what is due of some locations or of all, except for those that have enough under way. */
export type Look = Omit<Choice, 'where'>;

/** One kind of work: how what is due of it is taken, done, held meanwhile, and given back. */
export interface DueWork<Item> {
  /** As the log names it. */
  name: string;
  /** What the log says where an item fails. */
  broken: string;
  /** How much of it a process does at once. */
  atOnce?: number;
  /** How much of that one location may have. */
  mostOfLocation?: number;
  take: (look: Look) => Promise<readonly Item[]>;
  /** Names an item among those under way: what is under way is never begun a second time. */
  idOf: (item: Item) => string;
  locationOf: (item: Item) => string;
  /**
   * Does it and settles it.
   * @param released aborted once it was given back: nothing is to be written any more
   * @returns `failed` where it told the log that it failed: what is due at its location now waits for the next look
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

  const ask = (places: Places) => {
    asked = asked && places ? asked.union(places) : null;
  };

  const fillAsked = coalesce(async () => {
    const room = atOnce - underWay.size;
    if (!takesMore || room <= 0 || asked?.size === 0) return;
    const places = asked;
    asked = new Set();
    const of = places ? [...places] : undefined;
    let taken: readonly Item[];
    try {
      taken = await work.take({ now: new Date(clock()), atMost: room, of, except: fullLocations() });
    } catch (error) {
      ask(places);
      throw error;
    }
    // the desk began to stop meanwhile
    if (!takesMore) return void (await work.release?.(taken));
    // there may be more, for which there is room once something has ended
    if (taken.length >= room) ask(places);
    for (const item of taken) begin(item);
  });

  function begin(item: Item): void {
    const id = work.idOf(item);
    if (underWay.has(id)) return;
    const locationId = work.locationOf(item);
    const done = inOwnContext(async () => work.work(item, released.signal))
      .then((outcome) => {
        if (outcome !== 'failed') ask(new Set([locationId]));
      })
      .catch((error: unknown) => {
        if (!released.signal.aborted) log.error({ error, locationId }, broken);
      })
      .finally(() => {
        underWay.delete(id);
        fillAsked().catch((error: unknown) => log.error({ error, work: name }, 'what is due could not be claimed'));
      });
    underWay.set(id, { item, done });
  }

  function fullLocations(): string[] {
    const counts = new Map<string, number>();
    for (const { item } of underWay.values()) {
      const locationId = work.locationOf(item);
      counts.set(locationId, (counts.get(locationId) ?? 0) + 1);
    }
    return [...counts].flatMap(([locationId, count]) => (count >= mostOfLocation ? [locationId] : []));
  }

  const items = () => [...underWay.values()].map(({ item }) => item);
  const fill = (of?: readonly string[]) => {
    ask(of ? new Set(of) : null);
    return fillAsked();
  };
  return {
    fill,
    renew: async () => {
      if (underWay.size > 0) await work.renew?.(items(), new Date(clock()));
    },
    idle: async () => {
      for (await fill(); underWay.size > 0; await fillAsked()) {
        await Promise.all([...underWay.values()].map(({ done }) => done));
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
