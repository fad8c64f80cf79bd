import 'server-only';
import type { Client, Notification } from 'pg';
import type { Crowd } from '#lib/server/base/crowd.ts';
import { type LiveEvents, liveChannel } from '#lib/server/base/live-events.ts';
import { runEvery } from '#lib/server/base/run-every.ts';
import { connectWithinMs } from '#lib/server/db/client.ts';
import { dueChannel, readNotice } from '#lib/server/due/notice.ts';
import type { SubscribeDue } from '#lib/server/due/worker.ts';
import { type LiveEventName, liveEventNames, type StreamEvent } from '#lib/wire/live.ts';
import { openClient } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';
import { paceEvents } from './pace-events.ts';

export interface RunningLiveEvents extends LiveEvents {
  /** The number of listeners of this process, one per window. */
  countWindows(): number;
  /** Sends an event to the windows of this process, at every location. */
  tellAll(event: LiveEventName): void;
  subscribeDue: SubscribeDue;
  stop(): Promise<void>;
}

const reconnectMs = 1_000;

interface ListenOptions {
  /** Events wait while lists of windows do. */
  crowd?: Pick<Crowd, 'hasWaitingLists'>;
  beatEveryMs?: number;
  longestAnswerMs?: number;
}

/** LISTENs on one connection for all windows of this process, and for its worker. */
export async function startLiveEvents(
  databaseUrl: string,
  log: Log,
  { crowd, beatEveryMs = 10_000, longestAnswerMs = 5_000 }: ListenOptions = {},
): Promise<RunningLiveEvents> {
  const listeners = new Map<string, Set<(event: StreamEvent) => void>>();
  const dueListeners = new Set<Parameters<SubscribeDue>[0]>();
  const stopping = new AbortController();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const paced = paceEvents({
    isCrowded: () => crowd?.hasWaitingLists() ?? false,
    locations: () => listeners.keys(),
    tell: (locationId, event) => {
      for (const listener of listeners.get(locationId) ?? []) listener(event);
    },
  });
  const tellAll = (event: LiveEventName) => {
    for (const locationId of listeners.keys()) paced.hear(locationId, event);
  };
  const onNotification = ({ channel, payload = '' }: Notification) => {
    if (channel === dueChannel) {
      const notice = readNotice(payload);
      if (notice) for (const listener of dueListeners) listener(notice);
      return;
    }
    const [name, locationId = ''] = payload.split(' ');
    const event = liveEventNames.find((known) => known === name);
    if (event) paced.hear(locationId, event);
  };

  const connect = async () => {
    const connecting = openClient(databaseUrl, { name: 'front-desk live', connectWithinMs, longestAnswerMs });
    connecting.on('notification', onNotification);
    // a broken connection always emits `end`, with or without an error
    connecting.on('end', () => {
      if (client === connecting) reconnectLater();
    });
    try {
      await connecting.connect();
      await connecting.query(`listen ${liveChannel}`);
      await connecting.query(`listen ${dueChannel}`);
    } catch (error) {
      void connecting.end();
      throw error;
    }
    client = connecting;
  };

  const reconnectLater = () => {
    client = undefined;
    if (stopping.signal.aborted) return;
    timer = setTimeout(async () => {
      try {
        await connect();
        // notifications in between are lost: all windows refetch everything
        for (const event of liveEventNames) tellAll(event);
        for (const listener of dueListeners) listener(null);
      } catch (error) {
        log.warn({ error }, 'live events cannot be heard');
        reconnectLater();
      }
    }, reconnectMs);
  };

  await connect();
  // a connection that only listens would not notice a dead network
  const stopBeating = runEvery(log, {
    name: 'hearing live events',
    everyMs: beatEveryMs,
    run: async () => void (await client?.query('select 1')),
  });
  return {
    stopping: stopping.signal,
    countWindows: () => listeners.values().reduce((sum, { size }) => sum + size, 0),
    tellAll,
    subscribeDue: (listener) => {
      dueListeners.add(listener);
      return () => void dueListeners.delete(listener);
    },
    subscribe: (locationId, listener) => {
      const here = listeners.get(locationId) ?? new Set();
      listeners.set(locationId, here.add(listener));
      return () => {
        here.delete(listener);
        if (here.size === 0 && listeners.get(locationId) === here) listeners.delete(locationId);
      };
    },
    stop: async () => {
      stopping.abort();
      paced.stop();
      clearTimeout(timer);
      await stopBeating();
      await client?.end();
    },
  };
}
