/** Marks the second entry that a page has in the browser's history. */
const mark = 'frontDeskGuard';

interface Browser {
  history: Pick<History, 'state' | 'pushState' | 'go' | 'back'>;
  /** The address that is shown. */
  href(): string;
  /** Whether something on the page is not saved. */
  isHeld(): boolean;
  /** Asks whether the page is to be left all the same. */
  ask(leave: () => void): void;
}

interface BackGuard {
  /** Has Back lead to the same page once, where the question can be asked. */
  raise(): void;
  /** The page has come newly, or has become another one. */
  look(): void;
  /** Hears where Back or Forward has led. @returns whether the router is to hear nothing of it */
  hear(state: unknown): boolean;
}

/**
 * Asks before Back leaves what is not saved: no browser lets a page stop it. While something is unsaved the page has a second
 * entry in the history, above its own; Back leads from the one to the other, and the question is asked. Once all is saved the
 * second entry is passed over, so that Back is one press as ever.
 */
export function createBackGuard({ history, href, isHeld, ask }: Browser): BackGuard {
  /** The second entry, while the page stands at it. */
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
      // the second entry of another page is as far away as that page
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
