import { createBackGuard } from './back-guard.ts';
import { followLink, linkDestination } from './link-destination.ts';

/** The unsaved inputs of the page, one symbol each. */
const unsaved = new Set<symbol>();
/**
 * Whether the user agreed to discard them; reset when the page stays and the user types on, so that they are asked
 * again.
 */
let isGivenUp = false;

interface Leaving {
  /** Asks the user whether to leave without saving; calls `leave` if so. */
  ask(leave: () => void): void;
  /** Navigates to another page of the desk. */
  go(href: string): void;
  /** Whether a dialog over the page has input; dialogs do not register in `unsaved`. */
  isDialogInUse(): boolean;
  /** Calls it after a dialog has closed. @returns stops that */
  onDialogClosed(listener: () => void): () => void;
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

/** Whether leaving this page would lose unsaved input. */
export function isPageHeld(): boolean {
  return !isGivenUp && (unsaved.size > 0 || leaving?.isDialogInUse() === true);
}

/** Called when an input is saved or discarded. */
const onRelease = new Set<() => void>();

/** Calls `end` once leaving the page would lose nothing more, such as when what was being sent is saved. @returns stops waiting */
export function afterRelease(end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    // in this task a form may hold the page again, or another dialog take the place of one
    timer = setTimeout(() => {
      if (!isPageHeld()) end();
    });
  };
  onRelease.add(look);
  const endDialogs = leaving?.onDialogClosed(look);
  return () => {
    clearTimeout(timer);
    onRelease.delete(look);
    endDialogs?.();
  };
}

/** What must happen before the page is left by a key, a menu or a link after a question. */
const beforeLeaving = new Set<() => void>();

/** @returns unregisters it */
export function onLeaving(write: () => void): () => void {
  beforeLeaving.add(write);
  return () => beforeLeaving.delete(write);
}

/** Whether an automatic reload would lose nothing: no `beforeunload` handler objects. */
export const mayUnload = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Registers unsaved input: leaving the page then asks first. @returns unregisters it, once saved or discarded */
export function holdPage(): () => void {
  const entry = Symbol('unsaved');
  unsaved.add(entry);
  writeOn();
  return () => {
    unsaved.delete(entry);
    for (const look of onRelease) look();
  };
}

function writeOn(): void {
  isGivenUp = false;
  if (leaving && isPageHeld()) guard.raise();
}

/** Navigates to another page, or to the same page of another gym; asks first where input would be lost. */
export function leavePage(goOn: () => void): void {
  askToLeave(() => {
    for (const write of beforeLeaving) write();
    givePageUp();
    goOn();
  });
}

/** Asks the same before an action that may end on another page, or may be cancelled. */
export function askToLeave(begin: () => void): void {
  if (leaving && isPageHeld()) leaving.ask(begin);
  else begin();
}

/** The page may be left with unsaved input: the user agreed, or another user has signed in. */
export function givePageUp(): void {
  isGivenUp = true;
}

/**
 * Applies the check of `leavePage` to links, Back and closing the window; keys and menus call it themselves. @returns
 * stops it
 */
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

/** A page was loaded, or navigation has changed it. */
export function beginPage(): void {
  isGivenUp = false;
  guard.look();
}
