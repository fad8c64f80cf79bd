import 'server-only';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#lib/db/client.ts';
import { directorySyncs, members } from '#lib/db/schema/directory.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { photos } from '#lib/db/schema/photos.ts';
import { longestSearch, shortestSearch } from '#lib/names/search-text.ts';
import type { DirectoryEntry, DirectoryPage, SyncProgress } from '#lib/wire/directory.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { isPhotoOfMember, knownMemberColumns } from './directory.ts';
import { endsSoonDays, type KnownMember, summarise } from './member.ts';
import { findMembers } from './search.ts';

/** As many as fill two screens: the next page is one press away. */
const pageSize = 50;

/** Where a page ended: when its last member was changed (epoch milliseconds), and who it was. */
const cursor = z.string().regex(/^\d{1,14}\..{1,100}$/);

export const directoryQuery = z.object({
  q: z.string().trim().min(shortestSearch).max(longestSearch).optional(),
  after: cursor.optional(),
});
export type DirectoryQuery = z.infer<typeof directoryQuery>;

/** Members of the directory: those that a text may mean, or all of them with the newest change first. */
export async function listDirectory(
  db: Queryable,
  location: Location,
  { q, after }: DirectoryQuery,
  now: number,
): Promise<DirectoryPage> {
  const today = dayOf(now, location.timeZone);
  const [page, progress] = await Promise.all([
    q === undefined ? listNewest(db, location.id, after, today) : listFound(db, location.id, q, today),
    readProgress(db, location.id),
  ]);
  return { ...page, progress };
}

type Listed = Omit<DirectoryPage, 'progress'>;

async function listFound(db: Queryable, locationId: string, text: string, today: string): Promise<Listed> {
  const found = await findMembers(db, locationId, text, pageSize + 1);
  const entries = found.slice(0, pageSize).map((member) => directoryEntry(member, today));
  return { entries, next: null, isCut: found.length > pageSize };
}

async function listNewest(
  db: Queryable,
  locationId: string,
  after: string | undefined,
  today: string,
): Promise<Listed> {
  const { changedAt, accountId } = members;
  const rows = await db
    .select({ ...knownMemberColumns, changedAt })
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(and(eq(members.locationId, locationId), after === undefined ? undefined : isAfter(after)))
    .orderBy(desc(changedAt), desc(accountId))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    entries: page.map((member) => directoryEntry(member, today)),
    next: last ? `${last.changedAt.getTime()}.${last.accountId}` : null,
    isCut: false,
  };
}

function isAfter(end: string) {
  const dot = end.indexOf('.');
  const changedAt = new Date(Number(end.slice(0, dot))).toISOString();
  return sql`(${members.changedAt}, ${members.accountId}) < (${changedAt}::timestamptz, ${end.slice(dot + 1)})`;
}

/** How far the first reading of the platform's members has come; null once it is done. */
async function readProgress(db: Queryable, locationId: string): Promise<SyncProgress | null> {
  const [sync] = await db
    .select({ allReadAt: directorySyncs.allReadAt, total: directorySyncs.passTotal })
    .from(directorySyncs)
    .where(eq(directorySyncs.locationId, locationId));
  if (sync?.allReadAt) return null;
  const [known] = await db.select({ read: count() }).from(members).where(eq(members.locationId, locationId));
  return { read: known?.read ?? 0, total: sync?.total ?? null };
}

const directoryEntry = (member: KnownMember, today: string): DirectoryEntry => ({
  ...summarise(member),
  contractEnd: contractEndOf(member.endOfContract, today),
});

function contractEndOf(day: string | null, today: string): DirectoryEntry['contractEnd'] {
  if (day === null) return null;
  const days = daysBetween(today, day);
  if (days < 0) return { day, state: 'past' };
  return days <= endsSoonDays ? { day, state: 'soon' } : null;
}
