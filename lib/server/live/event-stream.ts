import 'server-only';
import type { LiveEvents } from '#lib/server/base/live-events.ts';
import type { LiveEventName } from '#lib/wire/live.ts';

export interface EventStreamOptions {
  live: LiveEvents;
  locationId: string;
  /** Of the desk that answers: a page of another one reloads itself. */
  version: string;
  /** Aborted when the browser goes away. */
  signal: AbortSignal;
  /**
   * Asked at every heartbeat; the stream ends once who listens is gone. Somebody signed out is told so. Where it fails for
   * longer than a minute, nobody knows any more who listens.
   */
  presenceOf: () => Promise<'here' | 'gone' | 'signedOut'>;
  heartbeatMs?: number;
}

/** A database that is away for a moment is no reason for all windows to come back together. */
const mostUnread = 4;

/**
 * Server-sent events of one location. They carry no data of it: a listener reads again what has changed. A beat tells
 * those who listen that they still hear.
 */
export function eventStream({
  live,
  locationId,
  version,
  signal,
  presenceOf,
  heartbeatMs = 15_000,
}: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      const tell = (event: LiveEventName) => write(`event: ${event}\ndata:\n\n`);
      const unsubscribe = live.subscribe(locationId, tell);
      let unread = 0;
      let isEnded = false;
      const heartbeat = setInterval(async () => {
        const presence = await presenceOf().catch(() => 'unread' as const);
        if (isEnded) return;
        unread = presence === 'unread' ? unread + 1 : 0;
        if (presence === 'here' || (presence === 'unread' && unread < mostUnread))
          return write('event: beat\ndata:\n\n');
        if (presence === 'signedOut') write('event: ended\ndata:\n\n');
        endAndClose();
      }, heartbeatMs);
      end = () => {
        isEnded = true;
        clearInterval(heartbeat);
        unsubscribe();
        signal.removeEventListener('abort', endAndClose);
        live.stopping.removeEventListener('abort', endAndClose);
      };
      const endAndClose = () => {
        end();
        controller.close();
      };
      signal.addEventListener('abort', endAndClose, { once: true });
      live.stopping.addEventListener('abort', endAndClose, { once: true });
      write(`event: version\ndata: ${version}\n\n`);
      // of what fired before, nobody hears: whoever went while this was asked for is gone for good
      if (signal.aborted || live.stopping.aborted) endAndClose();
    },
    cancel: () => end(),
  });
}
