import 'server-only';
import { and, inArray, lt, type SQL } from 'drizzle-orm';
import type { LedgerTable } from './ledger.ts';

/** A first attempt in progress does not count as waiting until it is this late. */
const patienceMs = 5_000;

/** Holds for rows that are held or being sent and whose attempt is late. */
export const isOverdue = (table: Pick<LedgerTable, 'state' | 'nextAttemptAt'>, now: number): SQL | undefined =>
  and(inArray(table.state, ['held', 'sending']), lt(table.nextAttemptAt, new Date(now - patienceMs)));
