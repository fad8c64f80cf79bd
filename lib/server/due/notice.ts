import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';

export const dueChannel = 'front_desk_due';

/** Says that work of a kind is due at a location from a moment on. */
export interface DueNotice {
  /** One word, by which the worker selects its notices. */
  kind: string;
  locationId: string;
  /** Epoch milliseconds, by the clock of the desk. */
  at: number;
}

interface DueRow extends Omit<DueNotice, 'at'> {
  at: Date;
}

/**
 * Notifies all processes, once the transaction commits, when a row of a location is due. It only saves them time: a lost
 * notice is made up for by their next poll.
 */
export async function notifyDue(tx: Queryable, due: DueRow): Promise<void> {
  await tx.execute(sql`select ${dueNotice(due)}`);
}

/** The same without a statement of its own: a column of `returning`, which notifies where a row was written. */
export const dueNotice = ({ kind, locationId, at }: DueRow): SQL<unknown> =>
  sql`pg_notify(${dueChannel}, ${`${kind} ${locationId} ${at.getTime()}`})`;

/** The same for each written row, of columns of its table: the time that the row is due after the write. */
export const dueNoticeOf = (row: { kind: PgColumn | string; locationId: PgColumn; dueAt: PgColumn }): SQL<unknown> =>
  sql`pg_notify(${dueChannel}, concat_ws(' ', ${row.kind}::text, ${row.locationId}, (extract(epoch from ${row.dueAt}) * 1000)::bigint))`;

/** Null for a payload of another format: another version of the desk may have sent it. */
export function readNotice(payload: string): DueNotice | null {
  const [kind = '', locationId = '', at = ''] = payload.split(' ');
  return kind && locationId && /^\d+$/.test(at) ? { kind, locationId, at: Number(at) } : null;
}
