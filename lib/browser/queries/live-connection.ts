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

/** Windows that lose the desk at the same moment, as at its restart, do not come back at the same moment. */
const pauses = { firstMs: 4_000, longestMs: 16_000 };
/** The desk is heard every 15 seconds: a connection that is silent for so long is dead, whatever the browser thinks. */
const silentForMs = 40_000;
/** A desk that is there opens a connection at once. */
const openWithinMs = 10_000;
const lookEveryMs = 5_000;
/** A tab that nobody sees shows nothing, and a browser has six connections to a desk without HTTPS for all its tabs. */
const hiddenForMs = 30_000;
const answersWithinMs = 5_000;

/** Why a page cannot go on: nobody is signed in any more, or the location is not the person's any more. */
type End = 'signedOut' | 'notAllowed';

/** The desk's live events of the location that a page shows, heard once for all its parts. */
export interface LiveConnection {
  /**
   * Opens the connection for the first listener, and closes it after the last one. A listener of another location than the
   * one before has it opened there: what a tab shows is of one.
   */
  listen(locationId: string, onReconnect: () => void): () => void;
  subscribe(onChange: () => void): () => void;
  /** Whether the desk can be heard right now. */
  isOpen(): boolean;
  /** Of which build the desk is that was last connected to; null before the first. */
  version(): string | null;
  /** A tap was not answered: the desk counts as away until it is heard again. */
  doubt(): void;
  /** Calls when the desk says, wherever it is asked, that the page cannot go on. Returns what ends it. */
  onEnd(listener: (end: End) => void): () => void;
  /** The desk has refused something with this status: whoever is signed out is told so, whatever was asked. */
  hearRefusal(status: number): void;
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
  const enders = new Set<(end: End) => void>();
  let source: EventSource | undefined;
  let locationId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let isOpen = true;
  let version: string | null = null;
  /** Reads how long nothing more may be heard. */
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
  /** A stream does not say why it is refused; any read that everybody may make does. Answers what failed, if anything did. */
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
      // the browser would reopen by itself: after the same pause in each window, and not after an answer that was no stream
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
  /** One question an attempt: where a stream was refused, the next one is opened after an answer that says what it is. */
  const openOnceHeard = async () => {
    const asking = timer;
    const failure = await askWhy();
    // closed meanwhile, or opened by somebody
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
    // a tab that is opened behind another is not seen from the start, and no event tells of that
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
    onEnd(listener) {
      enders.add(listener);
      return () => enders.delete(listener);
    },
    hearRefusal(status) {
      if (status === 401) end('signedOut');
      // of the location, or of that alone: what everybody may read tells
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
 * After a gap, what the desk itself knows is read again. The platform is not asked for a look at a page: what a page has
 * of it counts as old, and is read when it is opened the next time. Visits of days that are over change no more.
 */
function readAllAgain(queryClient: QueryClient): void {
  void readAgain(queryClient, { predicate: ({ meta, queryKey }) => meta !== ofPlatform && queryKey[0] !== 'visits' });
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta === ofPlatform, refetchType: 'none' });
}

/**
 * Has what changed read again. A first reading that is under way may be older than the change, and counts as the new one
 * to React Query: it is followed by another.
 */
async function readAgain(queryClient: QueryClient, filters?: InvalidateQueryFilters): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries(filters);
  for (const { queryKey } of underWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}
