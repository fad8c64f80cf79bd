import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { testNow } from './test-desk.ts';

/** The table of each kind of data, and its column of the member. */
const tables = {
  note: [memberNotes, memberNotes.accountId],
  picture: [photos, photos.accountId],
  card: [cards, cards.accountId],
  message: [memberMessages, memberMessages.accountId],
  task: [tasks, tasks.targetId],
} as const;
type Written = keyof typeof tables;

export const allOfMember: Written[] = ['note', 'picture', 'card', 'message', 'task'];

interface Place {
  locationId: string;
  accountId: string;
}

/** Stores one row of each kind of data about a member that only this desk has. */
export async function writeAboutMember(
  db: Queryable,
  { locationId, accountId, staffId }: Place & { staffId: string },
): Promise<void> {
  const [member, at] = [{ locationId, accountId }, new Date(testNow)];
  await db.insert(memberNotes).values({ ...member, text: 'Not let in', level: 'stop', staffId, writtenAt: at });
  await db.insert(photos).values({ ...member, sealedPicture: Buffer.from('sealed'), version: randomUUID() });
  await db.insert(cards).values({ ...member, kind: 'nfc', value: `pass-${accountId}`, syncedAt: at });
  await db
    .insert(memberMessages)
    .values({ ...member, messageId: randomUUID(), state: 'sent', text: `To ${accountId}`, pressedAt: at });
  await db
    .insert(tasks)
    .values({ locationId, id: randomUUID(), name: 'Call back', targetId: accountId, isCompleted: false });
}

/** The rows of this data at a location: one query for all kinds, because a test of a model asks after every step. */
async function findKept(db: Queryable, locationId: string): Promise<{ written: Written; accountId: string }[]> {
  const kinds = allOfMember.map((written) => {
    const [table, whose] = tables[written];
    return sql`select ${written}::text as written, ${whose}::text as "accountId" from ${table} where ${table.locationId} = ${locationId}`;
  });
  const { rows } = await db.execute<{ written: Written; accountId: string }>(sql.join(kinds, sql` union all `));
  return rows;
}

/** The kinds of this data that still exist. */
export async function keptOfMember(db: Queryable, { locationId, accountId }: Place): Promise<Written[]> {
  const kept = await findKept(db, locationId);
  return allOfMember.filter((written) => kept.some((row) => row.written === written && row.accountId === accountId));
}

/** The members of a location that have all kinds of this data, and those that have any. */
export async function keptOfAll(db: Queryable, locationId: string): Promise<{ all: Set<string>; any: Set<string> }> {
  const kindsOf = new Map<string, Set<Written>>();
  for (const { written, accountId } of await findKept(db, locationId)) {
    kindsOf.set(accountId, (kindsOf.get(accountId) ?? new Set()).add(written));
  }
  const all = [...kindsOf].filter(([, kinds]) => kinds.size === allOfMember.length).map(([accountId]) => accountId);
  return { any: new Set(kindsOf.keys()), all: new Set(all) };
}

/** Removes a member from the directory only, as if the desk had never read them. */
export async function dropFromDirectory(db: Queryable, { locationId, accountId }: Place): Promise<void> {
  await db.delete(members).where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
}
