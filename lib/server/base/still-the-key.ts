import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';

/** Whether the credentials of a reading are still those of the location: nothing of another key's list may count. */
export async function hasStillTheKey(tx: Queryable, { id, exportUrl, sealedExportKey }: Location): Promise<boolean> {
  if (exportUrl === null || sealedExportKey === null) return false;
  const isSame = and(eq(locations.exportUrl, exportUrl), eq(locations.sealedExportKey, sealedExportKey));
  const isThis = and(eq(locations.id, id), isSame);
  // a change of them waits until the transaction ends
  const [found] = await tx.select({ id: locations.id }).from(locations).where(isThis).for('share');
  return found !== undefined;
}
