import type { QueryClient } from '@tanstack/react-query';
import { liveEventNames } from '#lib/desk/view.ts';
import { queryKeyOf } from './desk-queries.ts';

const reopenAfterMs = 2_000;

/** The desk's live events, heard once for all parts of a page. */
export interface LiveConnection {
  /** Opens the connection for the first listener, and closes it after the last one. */
  listen(onReconnect: () => void): () => void;
  subscribe(onChange: () => void): () => void;
  /** Whether the desk can be heard right now. */
  isOpen(): boolean;
  /** A stream is of the person who opened it: another person needs another one. */
  reopen(): void;
}

const connections = new WeakMap<QueryClient, LiveConnection>();

export function liveConnectionOf(queryClient: QueryClient): LiveConnection {
  const known = connections.get(queryClient) ?? openConnection(queryClient);
  connections.set(queryClient, known);
  return known;
}

/** Reads again whatever the desk says has changed, and everything after a gap in the connection. */
function openConnection(queryClient: QueryClient): LiveConnection {
  const listeners = new Set<() => void>();
  const subscribers = new Set<() => void>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const change = (next: boolean) => {
    isOpen = next;
    for (const onChange of subscribers) onChange();
  };

  const open = () => {
    const opened = new EventSource('/api/live');
    source = opened;
    opened.onopen = () => {
      change(true);
      void queryClient.invalidateQueries();
      for (const onReconnect of listeners) onReconnect();
    };
    opened.onerror = () => {
      change(false);
      // the browser reopens by itself, except after an answer that was no stream
      if (opened.readyState === EventSource.CLOSED && opened === source) timer = setTimeout(open, reopenAfterMs);
    };
    for (const name of liveEventNames) {
      opened.addEventListener(name, () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(name) }));
    }
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };

  return {
    listen(onReconnect) {
      if (listeners.size === 0) open();
      listeners.add(onReconnect);
      return () => {
        listeners.delete(onReconnect);
        if (listeners.size === 0) close();
      };
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
    isOpen: () => isOpen,
    reopen() {
      if (listeners.size === 0) return;
      close();
      open();
    },
  };
}
