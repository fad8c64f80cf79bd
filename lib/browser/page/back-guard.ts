/** Marks the second history entry of a page. */
const mark = 'frontDeskGuard';

interface Browser {
  history: Pick<History, 'state' | 'pushState' | 'go' | 'back'>;
  /** The current URL. */
  href(): string;
  /** Whether the page has unsaved input. */
  isHeld(): boolean;
  /** Asks the user whether to leave the page anyway. */
  ask(leave: () => void): void;
}

interface BackGuard {
  /** Pushes the second history entry, so that Back first stays on this page, where the question can be asked. */
  raise(): void;
  /** A page was loaded, or navigation has changed it. */
  look(): void;
  /** Handles `popstate`. @returns whether to hide the event from the router */
  hear(state: unknown): boolean;
}

/**
 * Asks before Back leaves unsaved input, since no browser lets a page cancel Back. While input is unsaved, the page has
 * a second history entry above its own. Back leads from it to the first one, and the question is asked. Once all is
 * saved, the second entry is skipped, so that Back needs one press as usual.
 */
export function createBackGuard({ history, href, isHeld, ask }: Browser): BackGuard {
  /** The second entry, while it is the current one. */
  let second: { state: unknown; href: string } | null = null;

  const look = () => {
    second = isSecond(history.state) ? { state: history.state, href: href() } : null;
  };
  return {
    look,
    raise() {
      if (second) return;
      history.pushState({ [mark]: true }, '');
      second = { state: history.state, href: href() };
    },
    hear(state) {
      const left = second;
      look();
      // the second entry of another page counts as that page
      if (!left || (isSecond(state) && href() === left.href)) return false;
      const isBelow = href() === left.href;
      if (!isHeld()) {
        if (isBelow) history.back();
        return isBelow;
      }
      history.pushState(left.state, '', left.href);
      second = left;
      ask(() => {
        second = null;
        history.go(isBelow ? -2 : -1);
      });
      return true;
    },
  };
}

const isSecond = (state: unknown): boolean => typeof state === 'object' && state !== null && mark in state;
