import 'server-only';
import type { LiveEvents } from '#lib/desk/base/live-events.ts';
import type { LiveEventName } from '#lib/wire/live.ts';

export interface EventStreamOptions {
  live: LiveEvents;
  locationId: string;
  /** Of the desk that answers: a page of another one reloads itself. */
  version: string;
  /** Aborted when the browser goes away. */
  signal: AbortSignal;
  /** Asked at every heartbeat; the stream ends once who listens is gone. Somebody signed out is told so. */
  presenceOf: () => Promise<'here' | 'gone' | 'signedOut'>;
  heartbeatMs?: number;
}

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
      const heartbeat = setInterval(async () => {
        const presence = await presenceOf().catch(() => 'gone' as const);
        if (signal.aborted || live.stopping.aborted) return;
        if (presence === 'here') return write('event: beat\ndata:\n\n');
        if (presence === 'signedOut') write('event: ended\ndata:\n\n');
        endAndClose();
      }, heartbeatMs);
      end = () => {
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
      write(`retry: 1000\nevent: version\ndata: ${version}\n\n`);
      if (live.stopping.aborted) endAndClose();
    },
    cancel: () => end(),
  });
}
