import { pageOrigin } from '#lib/browser/clock/page-origin.ts';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
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
  /** What is due next. */
  let next: { timer: ReturnType<typeof setTimeout>; leftMs: () => number } | undefined;

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
  /**
   * Takes over what is then older than this pause. Never puts off what is due sooner: the connection may come back again
   * and again.
   */
  const adoptAfter = (pauseMs: number): void => {
    if (next && next.leftMs() <= pauseMs) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = undefined;
      void adoptFrom(pauseMs);
    }, pauseMs);
    next = { timer, leftMs: timeLeft(pauseMs) };
  };

  return {
    look: async (): Promise<void> => {
      if (await adoptFrom(ownForMs)) adoptAfter(ownForMs);
    },
    /**
     * For when the desk is back: another page may have been closed with unsent items while it was away. What is made from
     * now on is left to its page, also if the desk goes away again.
     */
    lookAgain: (): void => adoptAfter(lookAgainAfterMs),
    dispose: (): void => clearTimeout(next?.timer),
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
