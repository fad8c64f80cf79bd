import 'server-only';
import { and, count, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import { contractEndOf, summarise } from '#lib/server/directory/member.ts';
import { lastVisitOf } from '#lib/server/presence/last-visit.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import {
  type DirectoryEntry,
  type DirectoryFilters,
  type DirectoryPage,
  directoryFilters,
} from '#lib/wire/directory.ts';
import { cardsOfText } from '#lib/wire/reader/cards-of-text.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { conditionOf, hasCard } from './filters.ts';
import { findMembers, inOrderOf } from './find-members.ts';
import { readProgress } from './read-progress.ts';
import { type PlaceInDirectory, pageBy, readPlace, writePlace } from './sorts.ts';

/** As many as fill two screens: the next page is one press away. */
const pageSize = 50;
const longestPlace = 400;

/** What is asked for, and where the page before ended. */
export const directoryQuery = directoryFilters
  .extend({ after: z.string().max(longestPlace).optional() })
  .transform(({ after, ...filters }, context) => {
    const place = after === undefined ? undefined : readPlace(filters.sort ?? 'changed', after);
    if (place !== null) return { filters, after: place };
    context.addIssue({ code: 'custom', message: 'No place in the list.', path: ['after'] });
    return z.NEVER;
  });
export type DirectoryQuery = z.output<typeof directoryQuery>;

/**
 * Members of the directory: those that a text may mean, the most certain first, or all of them page by page. Without another
 * order, who was changed last comes first. `now` in epoch milliseconds.
 */
export async function listDirectory(
  db: Queryable,
  location: Location,
  { filters, after }: DirectoryQuery,
  now: number,
): Promise<DirectoryPage> {
  const [page, progress] = await Promise.all([
    filters.q === undefined
      ? listPage(db, location, { filters, after }, now, pageSize)
      : listFound(db, location, filters.q, filters, now, pageSize),
    readProgress(db, location.id),
  ]);
  return { ...page, progress };
}

type Listed = Omit<DirectoryPage, 'progress'>;

/** Those of whoever the filters mean that a text may mean, the most certain first. */
export async function listFound(
  db: Queryable,
  location: Location,
  text: string,
  filters: DirectoryFilters,
  now: number,
  size: number,
): Promise<Listed> {
  const only = conditionOf(db, location, filters, now);
  const today = dayOf(now, location.timeZone);
  const found = await findMembers(db, location.id, text, {
    limit: size,
    today,
    only,
    cards: cardsOfText(text, location.readerProfile),
  });
  const accountIds = found.members.map(({ accountId }) => accountId);
  return { entries: await readEntries(db, location, accountIds, today), next: null, total: found.total };
}

/** A page of whoever the filters mean, in their order; a text among them is left out. */
export async function listPage(
  db: Queryable,
  location: Location,
  { filters, after }: { filters: DirectoryFilters; after: PlaceInDirectory | undefined },
  now: number,
  size: number,
): Promise<Listed> {
  const isMeant = conditionOf(db, location, filters, now);
  const { text, order, isAfter } = pageBy(filters.sort ?? 'changed', location.id, after);
  const [rows, total] = await Promise.all([
    db
      .select({ text, accountId: members.accountId })
      .from(members)
      .where(and(isMeant, isAfter))
      .orderBy(...order)
      .limit(size + 1),
    countMembers(db, isMeant),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const accountIds = shown.map(({ accountId }) => accountId);
  return {
    entries: await readEntries(db, location, accountIds, dayOf(now, location.timeZone)),
    next: last ? writePlace(last) : null,
    total,
  };
}

async function countMembers(db: Queryable, isMeant: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(members).where(isMeant);
  return counted?.total ?? 0;
}

async function readEntries(
  db: Queryable,
  { id: locationId }: Location,
  accountIds: string[],
  today: string,
): Promise<DirectoryEntry[]> {
  const rows = await db
    .select({
      ...knownMemberColumns,
      lastVisitAt: lastVisitOf(locationId, members.accountId),
      hasCard: hasCard(db).mapWith(Boolean),
      openTasks: openTasksOf(locationId, members.accountId),
    })
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds)));
  const entries = rows.map(({ lastVisitAt, hasCard: has, openTasks, ...member }) => ({
    ...summarise(locationId, member),
    endOfContract: member.endOfContract,
    contractEnd: contractEndOf(member, today),
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    hasCard: has,
    openTasks,
  }));
  return inOrderOf(accountIds, entries);
}
