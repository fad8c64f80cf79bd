import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { onLeaving } from '#lib/browser/page/page-leaving.ts';

/** Safari lets a page write its address 100 times in 30 s, and throws from then on. */
const typingPauseMs = 300;

interface FilterAddress<Filter> {
  /** Reads the filter from the parameters of the address. */
  read(params: URLSearchParams): Filter;
  hrefOf(filter: Filter): string;
  /** The address says something that this page has not written: a link to the page was followed, or Back was pressed. */
  onOther(asked: Filter): void;
}

interface AddressFilter<Filter> {
  /** The filter that the address contains. */
  asked: Filter;
  /** Writes it to the address at once. */
  write(filter: Filter): void;
  /** Writes it when typing pauses, or a link is followed. */
  writeAfterTyping(filter: Filter): void;
  /** Writes at once what waits for a pause, before another page is opened without a link. */
  flush(): void;
  /** Writes it at once, with a history entry. */
  push(filter: Filter): void;
}

/**
 * Keeps the filter of a page in its address. The address is compared by what it says: rendered anew by the
 * server, or late, it does not replace what was typed since.
 */
export function useAddressFilter<Filter>({ read, hrefOf, onOther }: FilterAddress<Filter>): AddressFilter<Filter> {
  const asked = read(useSearchParams());
  const said = JSON.stringify(asked);
  /** What the address said last, and what was written since: search params update later than they are written, and may skip values. */
  const written = useRef([said]);
  const due = useRef<{ filter: Filter; timer: ReturnType<typeof setTimeout> } | null>(null);
  const forget = () => {
    clearTimeout(due.current?.timer);
    due.current = null;
  };
  const writeBy = (way: 'replaceState' | 'pushState') => (filter: Filter) => {
    forget();
    const href = hrefOf(filter);
    const says = JSON.stringify(read(new URL(href, window.location.href).searchParams));
    if (says === written.current.at(-1)) return;
    written.current.push(says);
    window.history[way](null, '', href);
  };
  const write = writeBy('replaceState');
  const flush = () => {
    if (due.current) write(due.current.filter);
  };
  const follow = useEffectEvent((says: string) => {
    const index = written.current.indexOf(says);
    written.current = index === -1 ? [says] : written.current.slice(index);
    if (index !== -1) return;
    forget();
    onOther(asked);
  });
  useEffect(() => follow(said), [said]);
  const forgetTyped = useEffectEvent(forget);
  const goBack = useEffectEvent(() => {
    const there = read(new URL(window.location.href).searchParams);
    const says = JSON.stringify(there);
    if (says === written.current.at(-1)) return;
    forget();
    written.current = [says];
    onOther(there);
  });
  useEffect(() => {
    const { pathname } = window.location;
    // at once after a push, Back leads to what the search params still say
    const followBack = () => {
      if (window.location.pathname === pathname) goBack();
      // otherwise what was typed would be written to the entry of the other page
      else forgetTyped();
    };
    window.addEventListener('popstate', followBack);
    return () => window.removeEventListener('popstate', followBack);
  }, []);
  useBeforeLeaving(flush);
  // the page was left without a link
  useEffect(() => () => clearTimeout(due.current?.timer), []);
  return {
    asked,
    write,
    flush,
    push: (filter) => {
      flush(); // Back returns to what was typed
      writeBy('pushState')(filter);
    },
    writeAfterTyping: (filter) => {
      forget();
      due.current = { filter, timer: setTimeout(() => write(filter), typingPauseMs) };
    },
  };
}

/**
 * Calls `write` before a link, a key or a menu opens another page, for an address that is written after a pause: once another page is
 * being opened it must not be written, as Next would discard that navigation.
 */
function useBeforeLeaving(write: () => void): void {
  const leave = useEffectEvent(write);
  useEffect(() => {
    const followLink = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href]')) leave();
    };
    window.addEventListener('click', followLink, { capture: true });
    const end = onLeaving(() => leave());
    return () => {
      window.removeEventListener('click', followLink, { capture: true });
      end();
    };
  }, []);
}
