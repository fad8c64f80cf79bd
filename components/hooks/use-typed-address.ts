import { useEffect, useEffectEvent, useRef } from 'react';

/** Safari lets a page write its address 100 times in 30 s, and throws from then on. */
const typingPauseMs = 300;

interface TypedAddress {
  /** Writes the address at once. */
  write(href: string): void;
  /** Writes it when typing pauses, or a link is followed. */
  writeAfterTyping(href: string): void;
}

/** Keeps what is typed in the address of the page, without a history entry. */
export function useTypedAddress(): TypedAddress {
  const due = useRef<{ href: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const forget = () => {
    clearTimeout(due.current?.timer);
    due.current = null;
  };
  const write = (href: string) => {
    forget();
    window.history.replaceState(null, '', href);
  };
  useBeforeLink(() => {
    if (due.current) write(due.current.href);
  });
  // the page was left without a link
  useEffect(() => () => clearTimeout(due.current?.timer), []);
  return {
    write,
    writeAfterTyping: (href) => {
      forget();
      due.current = { href, timer: setTimeout(() => write(href), typingPauseMs) };
    },
  };
}

/**
 * Calls `write` before a link is followed, for an address that is written after a pause: once another page is being opened it
 * must not be written, as Next would discard that navigation.
 */
export function useBeforeLink(write: () => void): void {
  const leave = useEffectEvent(write);
  useEffect(() => {
    const followLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href]')) leave();
    };
    window.addEventListener('click', followLink, { capture: true });
    return () => window.removeEventListener('click', followLink, { capture: true });
  }, []);
}
