import 'server-only';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { findTraces } from './find-traces.ts';

/** More than a person leaves in a lifetime: bounds the memory of an export. */
const mostRows = 50_000;

interface MemberExport {
  /** The stored rows by table name. */
  records: Record<string, Record<string, unknown>[]>;
  /** WebP; null where there is none, or it cannot be unsealed. */
  picture: Buffer | null;
}

/**
 * A consistent snapshot of everything that the desk stores about a member of a location: the rows of all tables from which
 * `forgetMember` removes them. For a forgotten member, the remaining rows of the audit log with the pseudonym.
 * @throws ActionFailure `notFound` where nothing is stored
 */
export function exportMember(desk: DeskContext, { locationId, accountId }: MemberKey): Promise<MemberExport> {
  return desk.db.transaction(
    async (tx) => {
      const records: MemberExport['records'] = {};
      for (const [table, isOfMember] of await findTraces(tx, desk, { locationId, accountId })) {
        // the sealed picture is exported unsealed, as a file of its own
        const { sealedPicture: _, ...columns } = getTableColumns(table);
        records[getTableName(table)] = await tx.select(columns).from(table).where(isOfMember).limit(mostRows);
      }
      if (Object.values(records).every((rows) => rows.length === 0)) {
        throw new ActionFailure('notFound', 'Nothing is kept of this account at this location.');
      }
      return { records, picture: await readPhoto({ ...desk, db: tx }, { locationId, accountId }) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
