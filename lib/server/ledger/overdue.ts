import 'server-only';
import { and, inArray, lt, type Placeholder, type SQL } from 'drizzle-orm';
import type { LedgerTable } from './ledger.ts';

/** A first attempt in progress does not count as waiting until it is this late. */
const patienceMs = 5_000;

/** The latest due time of a row that counts as overdue. */
export const overdueSince = (now: number): Date => new Date(now - patienceMs);

/** Holds for rows that are held or being sent and whose attempt is late. @param since as {@link overdueSince} */
export const isOverdue = (
  table: Pick<LedgerTable, 'state' | 'nextAttemptAt'>,
  since: Date | Placeholder,
): SQL | undefined => and(inArray(table.state, ['held', 'sending']), lt(table.nextAttemptAt, since));
