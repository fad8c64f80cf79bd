import 'server-only';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { withoutId } from '#lib/server/base/write-audit.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { findTraces, requireTraces } from './traces.ts';

/**
 * Columns that are not data about the member: from where the staff did something, keyed digests, leases, and the reading that
 * contained a record last. The sealed picture is exported unsealed, as a file of its own.
 */
const leftOut = ['sealedPicture', 'clientAddress', 'cardDigest', 'digest', 'leaseId', 'leaseEndsAt', 'walk'];

const columnsOf = (table: PgTable) =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !leftOut.includes(name)));

type Row = Record<string, unknown>;

interface MemberExport {
  /** The stored rows by table name. */
  records: Record<string, Row[]>;
  /** WebP; null where there is none, or it cannot be unsealed. */
  picture: Buffer | null;
  /** The tables of which more is stored than `mostRows`. */
  cut: string[];
}

/** Of tasks about other members, which this one wrote or completed as a colleague, the export has only ids and times. */
function leaveOutOthers(records: MemberExport['records'], accountId: string): void {
  const { tasks = [], task_changes: changes = [] } = records;
  const own = new Set(tasks.flatMap(({ id, targetId }) => (targetId === accountId ? [id] : [])));
  records.tasks = tasks.map((task) => {
    const { id, dueDate, completedAt } = task;
    return own.has(id) ? task : { id, dueDate, completedAt };
  });
  records.task_changes = changes.map((change) => {
    const { changeId, kind, at } = change;
    return own.has(change.taskId) ? change : { changeId, kind, at };
  });
}

/** The fields, of rows and of stored answers, that say who of the staff did something. */
const staffFields = ['staffId', 'sentBy', 'admittedBy'];
/** The same by the account of the person, which may be the member's own. */
const accountFields = ['authorId', 'completerId', 'actorId'];

/** Removes who of the staff did something from a row, also from the objects and lists in it. */
const leaveOutStaff = (row: Row, accountId: string): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => !staffFields.includes(name) && !(accountFields.includes(name) && value !== accountId))
      .map(([name, value]) => [name, leaveOutStaffIn(value, accountId)]),
  );

function leaveOutStaffIn(value: unknown, accountId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => leaveOutStaffIn(item, accountId));
  return isObject(value) ? leaveOutStaff(value, accountId) : value;
}

const isObject = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** The entries whose reason begins with the id of a colleague: who was at the screen, or whose account it is. */
const startsWithId: unknown[] = ['approveAdmission', 'linkAccount'] satisfies AuditAction[];

function leaveOutIds(records: MemberExport['records']): void {
  const { audit_log: entries = [] } = records;
  records.audit_log = entries.map((entry) =>
    startsWithId.includes(entry.action) && typeof entry.reason === 'string'
      ? { ...entry, reason: withoutId(entry.reason) || null }
      : entry,
  );
}

/**
 * A consistent snapshot of everything that the desk stores about a member of a location: the rows of all tables from which
 * `forgetMember` removes them. For a forgotten member, the remaining rows of the audit log with the pseudonym.
 * @param mostRows of each table, to bound the memory; all of them where it is left out
 * @throws ActionFailure `notFound` where nothing is stored
 */
export function exportMember(
  desk: DeskContext,
  { locationId, accountId, mostRows = Number.MAX_SAFE_INTEGER - 1 }: MemberKey & { mostRows?: number },
): Promise<MemberExport> {
  return desk.db.transaction(
    async (tx) => {
      const traces = await findTraces(tx, desk, { locationId, accountId });
      await requireTraces(tx, traces);
      const records: MemberExport['records'] = {};
      const cut: string[] = [];
      for (const [table, isOfMember] of traces) {
        const rows: Row[] = await tx
          .select(columnsOf(table))
          .from(table)
          .where(isOfMember)
          .limit(mostRows + 1);
        const name = getTableName(table);
        records[name] = rows.slice(0, mostRows).map((row) => leaveOutStaff(row, accountId));
        if (rows.length > mostRows) cut.push(name);
      }
      leaveOutOthers(records, accountId);
      leaveOutIds(records);
      return { records, cut, picture: await readPhoto({ ...desk, db: tx }, { locationId, accountId }) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
