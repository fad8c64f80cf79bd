import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { type ReactNode, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { vi } from 'vitest';
import { inGym } from './open-screen.tsx';

interface FakeAddress {
  /** Context provider of the address's search params. */
  Addressed(props: { children: ReactNode }): ReactNode;
  /** The URLs that the page has written to the history, in order. */
  written: string[];
  /** Opens a page of the test gym, as a link or Back does. */
  open(page: string): void;
  /** From now on the search params are late. @returns shows the next URL that was written */
  delay(): () => void;
}

/** Replaces the router, which listens to the history, for a page that is opened with a path and query. */
export function fakeAddress(page: string): FakeAddress {
  const written: string[] = [];
  const listeners = new Set<() => void>();
  let address = inGym(page);
  let late: string[] | null = null;
  const show = (href: string) => {
    address = href;
    for (const listener of listeners) listener();
  };
  const write = (_state: unknown, _title: string, url?: string | URL | null) => {
    written.push(String(url));
    if (late) late.push(String(url));
    else show(String(url));
  };
  for (const way of ['pushState', 'replaceState'] as const) vi.spyOn(window.history, way).mockImplementation(write);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    written,
    Addressed: ({ children }) => {
      const href = useSyncExternalStore(subscribe, () => address);
      const { searchParams } = new URL(href, 'http://desk.test');
      return <SearchParamsContext value={searchParams}>{children}</SearchParamsContext>;
    },
    open: (other) => flushSync(() => show(inGym(other))),
    delay: () => {
      const waiting: string[] = [];
      late = waiting;
      return () => flushSync(() => show(waiting.shift() ?? address));
    },
  };
}
