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

/** How many attempts one process makes concurrently. Most of the time they wait for a platform. */
const atOnce = 40;
/** Selecting due rows looks at every location that has some: one selection for attempts that end within this time, or for ten of them. */
const gatherMs = 100;
/**
 * While lists of windows wait. A rate and not a number of places, which attempts that hang would take. More than ten a second, so
 * that a desk with 600 visits a minute keeps up.
 */
const pace = { starts: 6, everyMs: 500 };
/** Most due rows are announced by notices; the sweep finds lost notices and rows of dead processes. */
const sweepEveryMs = 10_000;

/**
 * Claims the row for one attempt.
 * @param set what the claim writes in addition
 * @returns null where the row must not be sent: it is not due, another process has claimed it, or this process stops
 */
export type ClaimRow<Table extends LedgerTable> = (set?: PgUpdateSetSource<Table>) => Promise<Row<Table> | null>;

/**
 * Sends the rows of a ledger when they are due. They are only selected here: `send` makes the claim, since it may have to
 * ask for values that the claim writes, such as the time that is sent to the platform.
 */
export function sendingRows<Table extends LedgerTable, Key extends RowKey>(
  desk: Pick<DeskContext, 'db' | 'clock' | 'log' | 'crowd'>,
  ledger: Ledger<Table>,
  send: (row: { key: Key; claimRow: ClaimRow<Table> }) => Promise<void>,
): Due {
  const { db, log } = desk;
  const rows = dueAttempts(db, ledger);
  const table: LedgerTable = ledger.table;
  const id = columnOf(table, ledger.id);
  const idOf = (key: Key) => nameOf(ledger, key);
  /** The claimed row of each key under way. */
  const claims = new WeakMap<Key, Row<Table>>();

  async function claimRow(key: Key, released: AbortSignal, set?: PgUpdateSetSource<Table>): Promise<Row<Table> | null> {
    if (released.aborted) return null;
    const row = await claim(db, ledger, { key, set });
    if (!row) return null;
    claims.set(key, row);
    if (!released.aborted) return row;
    // the items under way were released before this claim was made
    await releaseClaims(db, ledger, [row]);
    return null;
  }

  const work: DueWork<Key> = {
    name: ledger.name,
    broken: 'a row could not be attempted',
    atOnce,
    mostOfLocation,
    gatherMs,
    pace,
    take: async (look, underWay) => {
      const where = notInArray(id, underWay.map(idOf));
      const chosen: unknown[] = await chooseDue(db, rows, { ...look, where });
      return chosen as Key[]; // safe because: dueAttempts names these columns as the key
    },
    idOf,
    locationOf: ({ locationId }) => locationId,
    work: async (key, released) => {
      let hasFailed = false;
      const attempt = () =>
        send({ key, claimRow: (set) => claimRow(key, released, set) }).catch((error: unknown) => {
          hasFailed = true;
          // after the release the database may be closed, and another process makes the attempt
          if (!released.aborted) throw error;
        });
      await runAttempt(log, {
        about: { queue: ledger.name, row: key },
        broken: 'a row could not be attempted',
        run: attempt,
      });
      // a row that another process is claiming would be selected again for as long as its transaction is open
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
    moments: [
      {
        kind: ledger.name,
        read: (choice) => readNextDue(db, { table, dueAt: table.nextAttemptAt, isWaiting }, choice),
      },
    ],
  };
}
