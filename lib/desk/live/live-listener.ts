import 'server-only';
import pg from 'pg';
import { type LiveEventName, liveEventNames } from '#lib/desk/view.ts';
import type { Log } from '#lib/log.ts';
import { type LiveEvents, liveChannel } from './live-events.ts';

export interface RunningLiveEvents extends LiveEvents {
  stop(): Promise<void>;
}

const reconnectMs = 1_000;

/** Listens on one connection for all screens of this process. */
export async function startLiveEvents(databaseUrl: string, log: Log): Promise<RunningLiveEvents> {
  const listeners = new Map<string, Set<(event: LiveEventName) => void>>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const tell = (locationId: string, event: LiveEventName) => {
    for (const listener of listeners.get(locationId) ?? []) listener(event);
  };
  const hear = ({ payload = '' }: pg.Notification) => {
    const [name, locationId = ''] = payload.split(' ');
    const event = liveEventNames.find((known) => known === name);
    if (event) tell(locationId, event);
  };

  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'front-desk live',
      keepAlive: true,
    });
    connecting.on('notification', hear);
    // a broken connection ends, whether it says why or not
    connecting.on('error', () => {});
    connecting.on('end', () => {
      if (client === connecting) reconnectLater();
    });
    await connecting.connect();
    await connecting.query(`listen ${liveChannel}`);
    client = connecting;
  };

  const reconnectLater = () => {
    client = undefined;
    if (stopping.signal.aborted) return;
    timer = setTimeout(async () => {
      try {
        await connect();
        // what was told meanwhile is lost: every screen reads again
        for (const locationId of listeners.keys()) for (const event of liveEventNames) tell(locationId, event);
      } catch (error) {
        log.warn({ error }, 'live events cannot be heard');
        reconnectLater();
      }
    }, reconnectMs);
  };

  await connect();
  return {
    stopping: stopping.signal,
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
      clearTimeout(timer);
      await client?.end();
    },
  };
}
