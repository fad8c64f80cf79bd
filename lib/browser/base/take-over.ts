import { pageOrigin } from '#lib/browser/clock/page-origin.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import type { KeptItems } from './sealed-store.ts';

/** A page answers for its own items this long: longer than an attempt and the pause after it. */
const ownForMs = 10_000;
/** When the desk is back, a page that is open has sent its items by then. */
const lookAgainAfterMs = 60_000;

/** Items of an older version name no page. */
interface OfPage {
  stamp?: Stamp;
}

interface TakeOver<Item> {
  load(): Promise<KeptItems<Item>>;
  /** Called with the stored items; may be called with one that it has already. */
  adopt(kept: KeptItems<Item>): Promise<void>;
  /** The page that this tab showed before: see `pageBefore`. */
  earlierPage: number | null;
}

/**
 * Takes over what other pages left unsent in the store. What another page has only just made may be in flight there: it is
 * taken over a little later, if it still is in the store. Otherwise a window that opens would show the verdict of somebody
 * who stands at another one. Items have ids that make a second sending harmless, so no page has to prove that another
 * one is closed.
 */
export function createTakeOver<Item extends OfPage>({ load, adopt, earlierPage }: TakeOver<Item>) {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  /** Whether the desk was away and back again while a look after it was due. */
  let isBackAgain: boolean | null = null;

  const isYounger = ({ stamp }: Item, thanMs: number) => {
    if (!stamp || stamp.page === earlierPage) return false;
    const ageMs = Date.now() - stamp.wall;
    // a clock that was set back makes no item wait
    return ageMs >= 0 && ageMs < thanMs;
  };
  /** @returns whether items were left to another page */
  const adoptFrom = async (ageMs: number): Promise<boolean> => {
    const { items, unreadable } = await load();
    const left = items.filter((item) => isYounger(item, ageMs));
    await adopt({ items: items.filter((item) => !left.includes(item)), unreadable });
    return left.length > 0;
  };
  /** Takes over what is then older than this pause. */
  const adoptAfter = (pauseMs: number, andThen = () => {}): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void adoptFrom(pauseMs);
      andThen();
    }, pauseMs);
    timers.add(timer);
  };
  const lookAgain = (): void => {
    // not put off, or a connection that comes back again and again would never let it happen; one more follows
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

  return {
    look: async (): Promise<void> => {
      if (await adoptFrom(ownForMs)) adoptAfter(ownForMs);
    },
    /**
     * For when the desk is back: another page may have been closed with unsent items while it was away. What is made from
     * now on is left to its page, also if the desk goes away again.
     */
    lookAgain,
    dispose: (): void => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const place = 'front-desk page';

/**
 * The page that this tab showed before it was reloaded, as `pageOrigin`: nothing of it is in flight any more.
 * Null in a new tab, and where the browser keeps nothing.
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
