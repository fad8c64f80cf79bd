import type { QueryCache, QueryClient } from '@tanstack/react-query';
import { ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';
import { jitterMs } from '#lib/browser/base/jitter.ts';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { liveEventNames, roomEvent } from '#lib/wire/live.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { createAccessCheck, type End } from './access-check.ts';
import { coalesceReads } from './coalesce-reads.ts';
import { staleAfterEvent } from './desk-queries.ts';
import { askForMissed, isOf, readAgain, readAllAgain, readDeferred, retryPausing } from './read-again.ts';

/** With jitter: windows that lose the desk at the same moment (a restart) do not reconnect at the same moment. */
const pauses = { firstMs: 4_000, longestMs: 16_000 };
/**
 * The desk sends a beat every 15 seconds. After this silence the connection is dead, even if the browser calls it open.
 */
const silentForMs = 40_000;
/** A desk that is up accepts a connection at once. */
const openWithinMs = 10_000;
const lookEveryMs = 5_000;
/** After a refused stream, for how long the lists that a page asks for anyway are awaited instead of one more read. */
const longestForListsMs = 30_000;
/**
 * A hidden tab closes its stream: without HTTPS (HTTP/1.1) a browser has only six connections to a server for all tabs.
 */
const hiddenForMs = 30_000;
/** How long a desk counts as crowded after it has told a list to retry later. */
const crowdedForMs = 30_000;
/** With jitter: on a crowded desk, what was read shortly before the stream opened is read again only then. */
const deferral = { leastMs: 7_500, mostMs: 22_500 };

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
  /** The build of the desk that was heard of last; null before that. */
  version(): string | null;
  /** An answer came from another build than this page: a page may have no stream, which tells it otherwise. */
  hearVersion(told: string): void;
  /** A tap got no response: the desk counts as unreachable until the connection is open again. */
  doubt(): void;
  /** Called when the desk has confirmed that the page cannot go on: see `createAccessCheck`. @returns unsubscribes */
  onEnd(listener: (end: End) => void): () => void;
  /** The desk refused a request with this status: 401 and 403 are confirmed by one more read before the page ends. */
  hearRefusal(status: number): void;
  /** A stream belongs to the user who opened it: another user needs a new one. */
  reopen(): void;
}

/** By cache: the sections of a page have clients of their own. */
const connections = new WeakMap<QueryCache, LiveConnection>();

export function liveConnectionOf(queryClient: QueryClient): LiveConnection {
  const cache = queryClient.getQueryCache();
  const known = connections.get(cache) ?? openConnection(queryClient);
  connections.set(cache, known);
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
  /** How many streams in a row were refused. */
  let refusals = 0;
  /** Reads how long, after a refusal, an answer to a list is awaited. */
  let listsMs = timeLeft(0);
  /** Reads how long, after a refusal, an answer opens no stream yet. */
  let restMs = timeLeft(0);
  /** Reads how long the desk still counts as crowded. */
  let crowdedMs = timeLeft(0);
  let deferring: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff(pauses);
  const readAfterEvent = coalesceReads((stale) => readAgain(queryClient, stale));

  const change = (next: boolean) => {
    isOpen = next;
    for (const onChange of subscribers) onChange();
  };

  const hearVersion = (told: string) => {
    version = told;
    change(isOpen);
  };

  const hear = () => {
    leftMs = timeLeft(silentForMs);
  };

  const end = (why: End) => {
    for (const onEnd of enders) onEnd(why);
  };
  const accessCheck = createAccessCheck(end);

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
      refusals = 0;
      change(true);
      const isCrowded = crowdedMs() > 0;
      void readAllAgain(queryClient, isCrowded);
      if (isCrowded) deferring = setTimeout(() => void readDeferred(queryClient), jitterMs(deferral));
      for (const onReconnect of listeners) onReconnect();
    };
    opened.onerror = () => {
      // do not let the browser reconnect: it has no jitter, and gives up after a response that was no stream
      if (opened !== source) return;
      refusals = opened.readyState === EventSource.CLOSED ? refusals + 1 : 0;
      const pauseMs = reopenLater();
      listsMs = timeLeft(longestForListsMs);
      restMs = timeLeft(refusals > 1 ? pauses.firstMs + pauseMs / 4 : pauseMs / 2);
    };
    opened.addEventListener('beat', hear);
    opened.addEventListener('ended', () => {
      // of the session that opened the stream: the user may have signed in again since
      if (opened === source) void accessCheck.run(locationId);
    });
    opened.addEventListener(roomEvent, () => {
      hear();
      if (opened === source) void retryPausing(queryClient, locationId);
    });
    opened.addEventListener('version', ({ data }: MessageEvent<string>) => hearVersion(data));
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
    const pauseMs = backoff.nextMs(askedMs);
    timer = setTimeout(refusals > 0 ? openOnceHeard : open, pauseMs);
    return pauseMs;
  };
  /**
   * After a refused stream, the next one is opened once the desk has answered a read: a list that the page asks for anyway, or else one
   * read per attempt. `EventSource` does not expose the status of the refusal. Where streams are refused while lists are answered, each
   * answer would open another one, so an answer that comes early only opens it later.
   */
  const openOnceHeard = async () => {
    if (listsMs() > 0 && askForMissed(queryClient, locationId)) return void reopenLater();
    const asking = timer;
    const failure = await accessCheck.run(locationId);
    // closed or reopened in the meantime
    if (timer !== asking || source || isUnseen) return;
    const isThere = failure === null || (failure instanceof ReadError && failure.status >= 500);
    if (isThere) open();
    else reopenLater(retryAfterMsOf(failure));
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isOf(locationId, event.query)) return;
    if (event.action.type === 'failed' && retryAfterMsOf(event.action.error) > 0) crowdedMs = timeLeft(crowdedForMs);
    if (event.action.type !== 'success' || event.action.manual) return;
    const isPausing = timer !== undefined && source === undefined && refusals > 0;
    if (!isPausing) return;
    clearTimeout(timer);
    timer = setTimeout(open, Math.max(0, restMs()));
  });
  const askAgain = () => {
    close();
    change(false);
    open();
  };
  const close = () => {
    clearInterval(watch);
    clearTimeout(timer);
    clearTimeout(deferring);
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
      if (isElsewhere) {
        close();
        accessCheck.reset();
      }
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
    hearVersion,
    doubt() {
      if (listeners.size > 0 && isOpen) askAgain();
    },
    onEnd(listener) {
      enders.add(listener);
      return () => enders.delete(listener);
    },
    hearRefusal(status) {
      if (status !== 401 && status !== 403) return;
      if (listeners.size > 0) void accessCheck.run(locationId);
      // without a location there is nothing to ask for
      else if (status === 401) end('signedOut');
    },
    reopen() {
      accessCheck.reset();
      if (listeners.size === 0) return;
      close();
      open();
    },
  };
}
