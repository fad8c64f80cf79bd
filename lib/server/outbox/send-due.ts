import 'server-only';
import { inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { chooseDue, readNextDue } from '#lib/server/due/claim-due.ts';
import { type DueWork, openLanes } from '#lib/server/due/lanes.ts';
import type { Due } from '#lib/server/due/worker.ts';
import { runAttempt } from '#lib/server/log/run-in-context.ts';
import { dueAttempts, mostOfLocation } from './attempt.ts';
import { dueStates, type Ledger, type LedgerTable, nameOf, type RowKey } from './ledger.ts';
import { freeStuck, releaseClaims } from './recover.ts';

/** Attempts under way at once in one process: most of the time they wait for a platform. */
const atOnce = 40;
/** Notices tell in time what is due; this finds what was not told, and what a death left behind. */
const sweepEveryMs = 10_000;

/**
 * Rows of a ledger are sent when they are due. They are chosen here and claimed by `send`: what the claim writes, such as
 * the time the platform is told, may have to be asked for before.
 */
export function sendingRows<Table extends LedgerTable, Key extends RowKey>(
  desk: Pick<DeskContext, 'db' | 'clock' | 'log'>,
  ledger: Ledger<Table>,
  send: (key: Key) => Promise<void>,
): Due {
  const { db, log } = desk;
  const rows = dueAttempts(db, ledger);
  const table: LedgerTable = ledger.table;
  const work: DueWork<Key> = {
    ...{ name: ledger.name, broken: 'a row could not be attempted', atOnce, mostOfLocation },
    take: async (look) => {
      const chosen: unknown[] = await chooseDue(db, rows, look);
      return chosen as Key[]; // safe because: the ledger says by which columns its rows are found
    },
    idOf: (key) => nameOf(ledger, key),
    locationOf: ({ locationId }) => locationId,
    work: async (key, released) => {
      let outcome: 'waits' | undefined;
      const attempt = () =>
        send(key).catch((error: unknown) => {
          outcome = 'waits';
          // the database is closed by then, and the next process has the row
          if (!released.aborted) throw error;
        });
      await runAttempt(log, { queue: ledger.name, row: key }, 'a row could not be attempted', attempt);
      return outcome;
    },
    release: (keys) =>
      releaseClaims(
        db,
        ledger,
        keys.map((key) => nameOf(ledger, key)),
      ),
  };
  const isWaiting = inArray(table.state, [...dueStates]);
  return {
    ...{ name: ledger.name, lanes: openLanes(desk, work) },
    prepare: { everyMs: sweepEveryMs, run: () => freeStuck(db, ledger) },
    moments: {
      kind: ledger.name,
      read: (choice) => readNextDue(db, { table, dueAt: table.nextAttemptAt, isWaiting }, choice),
    },
  };
}
