import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { LiveEventName } from '#lib/wire/live.ts';

export const liveChannel = 'front_desk_live';

/** Changes, heard from every process of this desk. */
export interface LiveEvents {
  /** @returns ends the subscription */
  subscribe(locationId: string, listener: (event: LiveEventName) => void): () => void;
  /** Aborted when this process stops. */
  stopping: AbortSignal;
}

/** Tells all processes, once the transaction commits, that what `event` names has changed at a location. */
export async function notifyLive(tx: Queryable, locationId: string, event: LiveEventName): Promise<void> {
  await tx.execute(sql`select pg_notify(${liveChannel}, ${`${event} ${locationId}`})`);
}
