import { pageOrigin } from '#lib/browser/clock/page-origin.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import type { KeptItems } from './sealed-store.ts';

/** A page answers for its own items this long: longer than an attempt and the pause after it. */
const ownForMs = 10_000;
/** An open page has sent its items this long after the desk is reachable again. */
const lookAgainAfterMs = 60_000;

/** Items that an older version stored name no page. */
interface OfPage {
  stamp?: Stamp;
}

interface TakeOver<Item> {
  idOf(item: Item): string;
  load(): Promise<KeptItems<Item>>;
  /** Called with the stored items; may be called with one that it has already. */
  adopt(kept: KeptItems<Item>): Promise<void>;
  /** The page that this tab showed before: see `pageBefore`. */
  earlierPage: number | null;
}

/**
 * Takes over unsent items that other pages left in the store. An item that another page has only just created may be in
 * flight there: it is taken over a little later, if it is still in the store. Otherwise a window that opens would show the
 * verdict of a member at another counter. An item's id is its idempotency key, so that sending it twice is harmless and no
 * page has to prove that another one is closed.
 */
export function createTakeOver<Item extends OfPage>({ idOf, load, adopt, earlierPage }: TakeOver<Item>) {
  /** Ids of stored items that the user of this page may not send. */
  const refused = new Set<string>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** While a look is scheduled: whether the desk was unreachable and reachable again since. Null otherwise. */
  let isBackAgain: boolean | null = null;

  const isYounger = ({ stamp }: Item, thanMs: number) => {
    if (!stamp || stamp.page === earlierPage) return false;
    const ageMs = Date.now() - stamp.wall;
    // after the clock was set back, the age is negative: such items do not wait
    return ageMs >= 0 && ageMs < thanMs;
  };
  /** @returns whether items were left to another page */
  const adoptFrom = async (ageMs: number): Promise<boolean> => {
    const { items, unreadable } = await load();
    const left = items.filter((item) => isYounger(item, ageMs));
    const adopted = items.filter((item) => !left.includes(item) && !refused.has(idOf(item)));
    await adopt({ items: adopted, unreadable });
    return left.length > 0;
  };
  /** After this pause, takes over the items that are older than it. */
  const adoptAfter = (pauseMs: number, andThen = () => {}): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void adoptFrom(pauseMs);
      andThen();
    }, pauseMs);
    timers.add(timer);
  };
  const lookAgain = (): void => {
    // no debounce: a connection that keeps reconnecting would postpone the look forever. Another one follows it
    if (isBackAgain !== null) {
      isBackAgain = true;
      return;
    }
    isBackAgain = false;
    adoptAfter(lookAgainAfterMs, () => {
      const isOneMore = isBackAgain === true;
      isBackAgain = null;
      if (isOneMore) lookAgain();
    });
  };
  const look = async (): Promise<void> => {
    if (await adoptFrom(ownForMs)) adoptAfter(ownForMs);
  };

  return {
    look,
    /** Leaves an item in the store that the user of this page may not send: for another user, who may. */
    leaveToOthers: (item: Item): void => void refused.add(idOf(item)),
    /** For another user of this page: takes over what was left to others. */
    lookForUser: async (): Promise<void> => {
      if (refused.size === 0) return;
      refused.clear();
      await look();
    },
    /**
     * Call when the desk is reachable again: another page may have been closed with unsent items during the outage. Items
     * created from now on are left to their page, even if the desk becomes unreachable again.
     */
    lookAgain,
    dispose: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const place = 'front-desk page';

/**
 * The page that this tab showed before it was reloaded, as `pageOrigin`: none of its requests are in flight any more.
 * Null in a new tab, and where the browser refuses storage.
 */
export const pageBefore: number | null = readPageBefore();

function readPageBefore(): number | null {
  try {
    const before = sessionStorage.getItem(place);
    sessionStorage.setItem(place, String(pageOrigin));
    return before === null ? null : Number(before);
  } catch {
    return null;
  }
}
