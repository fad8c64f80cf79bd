import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { liveEventNames } from '#lib/wire/live.ts';
import { queryKeysOf } from './desk-queries.ts';

const reopenAfterMs = 2_000;
/** The desk is heard every 15 seconds: a connection that is silent for so long is dead, whatever the browser thinks. */
const silentForMs = 40_000;
/** A desk that is there opens a connection at once. */
const openWithinMs = 10_000;
const lookEveryMs = 5_000;

/** The desk's live events, heard once for all parts of a page. */
export interface LiveConnection {
  /** Opens the connection for the first listener, and closes it after the last one. */
  listen(onReconnect: () => void): () => void;
  subscribe(onChange: () => void): () => void;
  /** Whether the desk can be heard right now. */
  isOpen(): boolean;
  /** Of which build the desk is that was last connected to; null before the first. */
  version(): string | null;
  /** A tap was not answered: the desk counts as away until it is heard again. */
  doubt(): void;
  /** Calls when the desk says that the session has ended. Returns what ends it. */
  onSessionEnd(onEnd: () => void): () => void;
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
  const enders = new Set<() => void>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let version: string | null = null;
  let heardAt = 0;

  const change = (next: boolean) => {
    isOpen = next;
    for (const onChange of subscribers) onChange();
  };

  const hear = () => {
    heardAt = Date.now();
  };

  const open = () => {
    const opened = new EventSource('/api/live');
    source = opened;
    hear();
    clearInterval(watch);
    watch = setInterval(look, lookEveryMs);
    opened.onopen = () => {
      hear();
      change(true);
      void readAgain(queryClient);
      for (const onReconnect of listeners) onReconnect();
    };
    opened.onerror = () => {
      change(false);
      // the browser reopens by itself, except after an answer that was no stream
      if (opened.readyState === EventSource.CLOSED && opened === source) timer = setTimeout(open, reopenAfterMs);
    };
    opened.addEventListener('beat', hear);
    opened.addEventListener('ended', () => {
      if (opened !== source) return;
      for (const onEnd of enders) onEnd();
    });
    opened.addEventListener('version', ({ data }: MessageEvent<string>) => {
      version = data;
      change(isOpen);
    });
    for (const name of liveEventNames) {
      opened.addEventListener(name, () => {
        hear();
        for (const queryKey of queryKeysOf(name)) void readAgain(queryClient, { queryKey });
      });
    }
  };
  const look = () => {
    if (!source || source.readyState === EventSource.CLOSED) return;
    const isDue = Date.now() - heardAt >= (source.readyState === EventSource.OPEN ? silentForMs : openWithinMs);
    if (isDue) askAgain();
  };
  const askAgain = () => {
    close();
    change(false);
    open();
  };
  const close = () => {
    clearInterval(watch);
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
        if (listeners.size > 0) return;
        close();
        change(true); // nobody knows better
      };
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
    isOpen: () => isOpen,
    version: () => version,
    doubt() {
      if (listeners.size > 0 && isOpen) askAgain();
    },
    onSessionEnd(onEnd) {
      enders.add(onEnd);
      return () => enders.delete(onEnd);
    },
    reopen() {
      if (listeners.size === 0) return;
      close();
      open();
    },
  };
}

/**
 * Has what changed read again. A first reading that is under way may be older than the change, and counts as the new one
 * to React Query: it is followed by another.
 */
async function readAgain(queryClient: QueryClient, filters?: InvalidateQueryFilters): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries(filters);
  for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}
