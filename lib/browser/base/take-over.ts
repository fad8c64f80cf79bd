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
  /** The look that is due next. */
  let next: { timer: ReturnType<typeof setTimeout>; leftMs: () => number } | undefined;

  const isInFlight = ({ stamp }: Item, now: number) => {
    if (!stamp || stamp.page === earlierPage) return false;
    const ageMs = now - stamp.wall;
    // a clock that was set back makes no item wait
    return ageMs >= 0 && ageMs < ownForMs;
  };
  const look = async (): Promise<void> => {
    const { items, unreadable } = await load();
    const now = Date.now();
    const inFlight = items.filter((item) => isInFlight(item, now));
    if (inFlight.length > 0) lookLater(ownForMs);
    await adopt({ items: items.filter((item) => !inFlight.includes(item)), unreadable });
  };
  /** Never puts off a look that is due sooner: the connection may come back again and again. */
  const lookLater = (afterMs: number): void => {
    if (next && next.leftMs() <= afterMs) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = undefined;
      void look();
    }, afterMs);
    next = { timer, leftMs: timeLeft(afterMs) };
  };

  return {
    look,
    /** For when the desk is back: another page may have been closed with unsent items while it was away. */
    lookAgain: (): void => lookLater(lookAgainAfterMs),
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
