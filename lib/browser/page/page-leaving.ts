import { createBackGuard } from './back-guard.ts';
import { followLink, linkDestination } from './link-destination.ts';

/** What was entered on the page and not saved, each while it is. */
const unsaved = new Set<symbol>();
/** Whether somebody has said to give it up; if the page stays and they go on writing, they are asked again. */
let isGivenUp = false;

interface Leaving {
  /** Asks whether to leave without saving; calls `leave` if so. */
  ask(leave: () => void): void;
  /** Goes to another page of the desk. */
  go(href: string): void;
  /** Whether something was entered in a dialog over the page, which says nothing of it here. */
  isDialogInUse(): boolean;
}

let leaving: Leaving | null = null;

const guard = createBackGuard({
  history: {
    get state(): unknown {
      return window.history.state;
    },
    pushState: (...entry) => window.history.pushState(...entry),
    go: (delta) => window.history.go(delta),
    back: () => window.history.back(),
  },
  href: () => window.location.href,
  isHeld: isPageHeld,
  ask: leavePage,
});

/** Whether something on this page was entered and not saved, which is lost with the page. */
export function isPageHeld(): boolean {
  return !isGivenUp && (unsaved.size > 0 || leaving?.isDialogInUse() === true);
}

/** Whether nothing is lost by a reload that nobody has asked for: what would have the browser ask holds it. */
export const mayUnload = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Something was entered: the page is not left without a question. @returns ends it, once it is saved or put away */
export function holdPage(): () => void {
  const entry = Symbol('unsaved');
  unsaved.add(entry);
  writeOn();
  return () => unsaved.delete(entry);
}

function writeOn(): void {
  isGivenUp = false;
  if (leaving && isPageHeld()) guard.raise();
}

/** Goes on to another page, or to the same one of another gym; first asks where something would be lost. */
export function leavePage(goOn: () => void): void {
  askToLeave(() => {
    givePageUp();
    goOn();
  });
}

/** Asks in the same way before something begins that may end with another page, and may as well be broken off. */
export function askToLeave(begin: () => void): void {
  if (leaving && isPageHeld()) leaving.ask(begin);
  else begin();
}

/** The page is left, whatever is entered on it: somebody has agreed, or another person has signed in. */
export function givePageUp(): void {
  isGivenUp = true;
}

/** What `leavePage` does for keys and menus, for every other way out: links, Back, and the window itself. @returns ends it */
export function watchLeaving(page: Leaving): () => void {
  leaving = page;
  const follow = (event: MouseEvent) => {
    const way = isPageHeld() ? linkDestination(event) : null;
    if (way === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leavePage(() => followLink(way, page.go));
  };
  const askBrowser = (event: BeforeUnloadEvent) => {
    if (isPageHeld()) event.preventDefault();
  };
  const goBack = (event: PopStateEvent) => {
    if (guard.hear(event.state)) event.stopImmediatePropagation();
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  window.addEventListener('click', follow, { capture: true, signal });
  window.addEventListener('beforeunload', askBrowser, { signal });
  // before the router's own listener
  window.addEventListener('popstate', goBack, { capture: true, signal });
  window.addEventListener('input', writeOn, { capture: true, signal });
  return () => {
    listeners.abort();
    if (leaving === page) leaving = null;
  };
}

/** The page has come, or has become another one. */
export function beginPage(): void {
  isGivenUp = false;
  guard.look();
}
