import 'server-only';
import type { LiveEvents } from '#lib/server/base/live-events.ts';
import type { StreamEvent } from '#lib/wire/live.ts';

export interface EventStreamOptions {
  live: LiveEvents;
  locationId: string;
  /** The build of the desk: a page of another build reloads itself. */
  version: string;
  /** Aborts when the browser disconnects. */
  signal: AbortSignal;
  /**
   * Called at every heartbeat. The stream ends on `gone`, and on `signedOut` after an event about it. Where the call fails for longer
   * than a minute, the stream ends too, since the session may have ended.
   */
  presenceOf: () => Promise<'here' | 'gone' | 'signedOut'>;
  heartbeatMs?: number;
}

/** Failed calls in a row that are tolerated, so that a short outage of the database does not make all windows reconnect at once. */
const mostUnread = 4;

/**
 * Server-sent events of one location. They carry no data: a listener refetches what has changed. Heartbeats show that the
 * connection works.
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
      const tell = (event: StreamEvent) => write(`event: ${event}\ndata:\n\n`);
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
      // an abort from before the listeners were added does not fire again
      if (signal.aborted || live.stopping.aborted) endAndClose();
    },
    cancel: () => end(),
  });
}
