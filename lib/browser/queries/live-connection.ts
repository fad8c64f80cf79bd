import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { askRead, ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { liveEventNames } from '#lib/wire/live.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { status } from '#lib/wire/reads/counter.ts';
import { coalesceReads } from './coalesce-reads.ts';
import { staleAfterEvent } from './desk-queries.ts';
import { ofPlatform } from './read-query.ts';

/** With jitter: windows that lose the desk at the same moment (a restart) do not reconnect at the same moment. */
const pauses = { firstMs: 4_000, longestMs: 16_000 };
/**
 * The desk sends a beat every 15 seconds. After this silence the connection is dead, even if the browser calls it open.
 */
const silentForMs = 40_000;
/** A desk that is up accepts a connection at once. */
const openWithinMs = 10_000;
const lookEveryMs = 5_000;
/**
 * A hidden tab closes its stream: without HTTPS (HTTP/1.1) a browser has only six connections to a server for all tabs.
 */
const hiddenForMs = 30_000;
const answersWithinMs = 5_000;

/** Why a page cannot go on: the user is signed out, or no longer has access to the location. */
type End = 'signedOut' | 'notAllowed';

/** The server-sent events of the page's location: one connection that all components share. */
export interface LiveConnection {
  /**
   * Opens the connection for the first listener, and closes it after the last one. A listener of another location moves
   * the connection there: a tab shows one location.
   * @returns unsubscribes
   */
  listen(locationId: string, onReconnect: () => void): () => void;
  subscribe(onChange: () => void): () => void;
  /** Whether the desk is reachable right now. */
  isOpen(): boolean;
  /** The build of the desk that was last connected to; null before the first connection. */
  version(): string | null;
  /** A tap got no response: the desk counts as unreachable until the connection is open again. */
  doubt(): void;
  /** Called when any response of the desk shows that the page cannot go on. @returns unsubscribes */
  onEnd(listener: (end: End) => void): () => void;
  /** The desk refused a request with this status. Any 401 means that the user is signed out. */
  hearRefusal(status: number): void;
  /** A stream belongs to the user who opened it: another user needs a new one. */
  reopen(): void;
}

const connections = new WeakMap<QueryClient, LiveConnection>();

export function liveConnectionOf(queryClient: QueryClient): LiveConnection {
  const known = connections.get(queryClient) ?? openConnection(queryClient);
  connections.set(queryClient, known);
  return known;
}

/** Refetches what a live event invalidates, and everything after a gap in the connection. */
function openConnection(queryClient: QueryClient): LiveConnection {
  const listeners = new Set<() => void>();
  const subscribers = new Set<() => void>();
  const enders = new Set<(end: End) => void>();
  let source: EventSource | undefined;
  let locationId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let version: string | null = null;
  /** Reads how long the connection may still be silent. */
  let leftMs = timeLeft(0);
  let isUnseen = false;
  let isRefused = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff(pauses);
  const readAfterEvent = coalesceReads((stale) => readAgain(queryClient, stale));

  const change = (next: boolean) => {
    isOpen = next;
    for (const onChange of subscribers) onChange();
  };

  const hear = () => {
    leftMs = timeLeft(silentForMs);
  };

  const end = (why: End) => {
    for (const onEnd of enders) onEnd(why);
  };
  /**
   * `EventSource` does not expose the status of a refusal, so a read that every user may make asks. @returns its error
   */
  const askWhy = async (): Promise<unknown> => {
    try {
      await askRead(status, locationId, {}, AbortSignal.timeout(answersWithinMs));
      return null;
    } catch (error) {
      if (error instanceof ReadError && error.status === 401) end('signedOut');
      if (error instanceof ReadError && error.status === 403) end('notAllowed');
      return error;
    }
  };

  const open = () => {
    if (isUnseen) return;
    const opened = new EventSource(pathAt(locationId, '/api/live'));
    source = opened;
    leftMs = timeLeft(openWithinMs);
    clearInterval(watch);
    watch = setInterval(look, lookEveryMs);
    opened.onopen = () => {
      hear();
      backoff.reset();
      isRefused = false;
      change(true);
      readAllAgain(queryClient);
      for (const onReconnect of listeners) onReconnect();
    };
    opened.onerror = () => {
      // do not let the browser reconnect: it has no jitter, and gives up after a response that was no stream
      if (opened !== source) return;
      isRefused = opened.readyState === EventSource.CLOSED;
      reopenLater();
    };
    opened.addEventListener('beat', hear);
    opened.addEventListener('ended', () => {
      if (opened === source) end('signedOut');
    });
    opened.addEventListener('version', ({ data }: MessageEvent<string>) => {
      version = data;
      change(isOpen);
    });
    for (const name of liveEventNames) {
      opened.addEventListener(name, () => {
        hear();
        if (opened !== source) return;
        for (const stale of staleAfterEvent(name, locationId)) void readAfterEvent(stale);
      });
    }
  };
  const look = () => {
    if (source && source.readyState !== EventSource.CLOSED && leftMs() <= 0) reopenLater();
  };
  const reopenLater = (askedMs = 0) => {
    close();
    change(false);
    timer = setTimeout(isRefused ? openOnceHeard : open, backoff.nextMs(askedMs));
  };
  /**
   * After a refused stream, each attempt makes one read first: only its result decides whether to open the next stream.
   */
  const openOnceHeard = async () => {
    const asking = timer;
    const failure = await askWhy();
    // closed or reopened in the meantime
    if (timer !== asking || source || isUnseen) return;
    const isThere = failure === null || (failure instanceof ReadError && failure.status >= 500);
    if (isThere) open();
    else reopenLater(retryAfterMsOf(failure));
  };
  const askAgain = () => {
    close();
    change(false);
    open();
  };
  const close = () => {
    clearInterval(watch);
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  };

  const see = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(() => {
        isUnseen = true;
        close();
      }, hiddenForMs);
    } else if (isUnseen) {
      isUnseen = false;
      open();
    }
  };
  const watchWhetherSeen = () => {
    globalThis.document?.addEventListener('visibilitychange', see);
    // a tab that is opened in the background is hidden from the start, and no event reports that
    if (globalThis.document?.visibilityState === 'hidden') see();
  };
  const stopWatching = () => {
    globalThis.document?.removeEventListener('visibilitychange', see);
    clearTimeout(hiding);
    isUnseen = false;
  };

  return {
    listen(shown, onReconnect) {
      const isElsewhere = shown !== locationId;
      if (isElsewhere) close();
      locationId = shown;
      if (listeners.size === 0) watchWhetherSeen();
      if (listeners.size === 0 || isElsewhere) open();
      listeners.add(onReconnect);
      return () => {
        listeners.delete(onReconnect);
        if (listeners.size > 0) return;
        stopWatching();
        close();
        change(true); // unknown without a connection: assume reachable
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
    onEnd(listener) {
      enders.add(listener);
      return () => enders.delete(listener);
    },
    hearRefusal(status) {
      if (status === 401) end('signedOut');
      // 403 may concern the location or only this request: a read that every user may make decides
      else if (status === 403 && listeners.size > 0) void askWhy();
    },
    reopen() {
      if (listeners.size === 0) return;
      close();
      open();
    },
  };
}

/**
 * After a gap, refetches what comes from the desk itself. Queries of the platform are only marked as stale and
 * refetched when a page next opens them. Visits of past days do not change.
 */
function readAllAgain(queryClient: QueryClient): void {
  void readAgain(queryClient, { predicate: ({ meta, queryKey }) => meta !== ofPlatform && queryKey[0] !== 'visits' });
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta === ofPlatform, refetchType: 'none' });
}

/**
 * Refetches what changed. A first fetch in flight may be older than the change, and React Query would count it as the
 * new one: so it is followed by another fetch.
 */
async function readAgain(queryClient: QueryClient, filters?: InvalidateQueryFilters): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries(filters);
  for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}
