import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { LiveEventName, StreamEvent } from '#lib/wire/live.ts';

export const liveChannel = 'front_desk_live';

/** Notifications of changed data, from every process of this desk. */
export interface LiveEvents {
  /** @returns ends the subscription */
  subscribe(locationId: string, listener: (event: StreamEvent) => void): () => void;
  /** Aborts when this process stops. */
  stopping: AbortSignal;
}

interface LiveEvent {
  locationId: string;
  event: LiveEventName;
}

/** Notifies all processes, once the transaction commits, that the data `event` stands for has changed at a location. */
export async function notifyLive(tx: Queryable, changed: LiveEvent): Promise<void> {
  await tx.execute(sql`select ${liveNotice(changed)}`);
}

/** The same without a statement of its own: a column of `returning`, which notifies where a row was written. */
export const liveNotice = ({ locationId, event }: LiveEvent): SQL<unknown> =>
  sql`pg_notify(${liveChannel}, ${`${event} ${locationId}`})`;
