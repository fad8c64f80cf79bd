import 'server-only';
import { inArray, notInArray } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { columnOf } from '#lib/server/db/row-key.ts';
import { chooseDue, readNextDue } from '#lib/server/due/claim-due.ts';
import { type DueWork, openLanes } from '#lib/server/due/lanes.ts';
import type { Due } from '#lib/server/due/worker.ts';
import { runAttempt } from '#lib/server/log/run-in-context.ts';
import { claim, dueAttempts, mostOfLocation } from './attempt.ts';
import { dueStates, type Ledger, type LedgerTable, nameOf, type Row, type RowKey } from './ledger.ts';
import { freeStuck, releaseClaims } from './recover.ts';

/** Attempts under way at once in one process: most of the time they wait for a platform. */
const atOnce = 40;
/** Notices tell in time what is due; this finds what was not told, and what a death left behind. */
const sweepEveryMs = 10_000;

/**
 * Claims the row that is to be sent, for one attempt.
 * @param set what is written at the claim
 * @returns null where nothing is to be sent: it is not due, another process has it, or this one stops
 */
export type ClaimRow<Table extends LedgerTable> = (set?: PgUpdateSetSource<Table>) => Promise<Row<Table> | null>;

/**
 * Rows of a ledger are sent when they are due. They are chosen here and claimed when `send` says so: what the claim writes,
 * such as the time the platform is told, may have to be asked for before.
 */
export function sendingRows<Table extends LedgerTable, Key extends RowKey>(
  desk: Pick<DeskContext, 'db' | 'clock' | 'log'>,
  ledger: Ledger<Table>,
  send: (row: { key: Key; claimRow: ClaimRow<Table> }) => Promise<void>,
): Due {
  const { db, log } = desk;
  const rows = dueAttempts(db, ledger);
  const table: LedgerTable = ledger.table;
  const id = columnOf(table, ledger.id);
  const idOf = (key: Key) => nameOf(ledger, key);
  /** By the key of each that is under way. */
  const claims = new WeakMap<Key, Row<Table>>();

  async function claimRow(key: Key, released: AbortSignal, set?: PgUpdateSetSource<Table>): Promise<Row<Table> | null> {
    if (released.aborted) return null;
    const row = await claim(db, ledger, { key, set });
    if (!row) return null;
    claims.set(key, row);
    if (!released.aborted) return row;
    // what was under way was given back before this claim was known of
    await releaseClaims(db, ledger, [row]);
    return null;
  }

  const work: DueWork<Key> = {
    name: ledger.name,
    broken: 'a row could not be attempted',
    atOnce,
    mostOfLocation,
    take: async (look, underWay) => {
      const where = notInArray(id, underWay.map(idOf));
      const chosen: unknown[] = await chooseDue(db, rows, { ...look, where });
      return chosen as Key[]; // safe because: the ledger says by which columns its rows are found
    },
    idOf,
    locationOf: ({ locationId }) => locationId,
    work: async (key, released) => {
      let hasFailed = false;
      const attempt = () =>
        send({ key, claimRow: (set) => claimRow(key, released, set) }).catch((error: unknown) => {
          hasFailed = true;
          // the database is closed by then, and the next process has the row
          if (!released.aborted) throw error;
        });
      await runAttempt(log, { queue: ledger.name, row: key }, 'a row could not be attempted', attempt);
      // what another process has claimed would be chosen again for as long as its transaction is open
      return hasFailed || !claims.has(key) ? 'waits' : 'done';
    },
    release: (keys) =>
      releaseClaims(
        db,
        ledger,
        keys.flatMap((key) => claims.get(key) ?? []),
      ),
  };
  const isWaiting = inArray(table.state, [...dueStates]);
  return {
    name: ledger.name,
    lanes: openLanes(desk, work),
    prepare: { everyMs: sweepEveryMs, run: () => freeStuck(db, ledger) },
    moments: {
      kind: ledger.name,
      read: (choice) => readNextDue(db, { table, dueAt: table.nextAttemptAt, isWaiting }, choice),
    },
  };
}
