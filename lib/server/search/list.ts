import 'server-only';
import { and, count, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import { contractEndOf, summarise } from '#lib/server/directory/member.ts';
import { lastVisitOf } from '#lib/server/presence/last-visit.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { lastDayOf } from '#lib/wire/contract-days.ts';
import {
  type DirectoryEntry,
  type DirectoryFilters,
  type DirectoryPage,
  directoryFilters,
} from '#lib/wire/directory.ts';
import { cardsOfText } from '#lib/wire/reader/cards-of-text.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { conditionOf, hasCard } from './filters.ts';
import { findMembers, inOrderOf } from './find-members.ts';
import { readProgress } from './read-progress.ts';
import { type PlaceInDirectory, pageBy, readPlace, writePlace } from './sorts.ts';

/** Fills about two screens. */
const pageSize = 50;
const longestPlace = 400;

/** Filters, and the cursor at which the previous page ended. */
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
 * Members of the directory: the matches of a search text, the best first, or else one page of all. The default order is the
 * latest change first.
 */
export async function listDirectory(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  { filters, after }: DirectoryQuery,
): Promise<DirectoryPage> {
  const listing = { location, filters, now: clock(), size: pageSize };
  const [page, progress] = await Promise.all([
    filters.q === undefined ? listPage(db, { ...listing, after }) : listFound(db, { ...listing, text: filters.q }),
    readProgress(db, location.id),
  ]);
  return { ...page, progress };
}

type Listed = Omit<DirectoryPage, 'progress'>;

interface Listing {
  location: Location;
  filters: DirectoryFilters;
  /** Epoch milliseconds. */
  now: number;
  /** The most members to list. */
  size: number;
}

/** The members that pass the filters and match the text, the best match first. */
export async function listFound(
  db: Queryable,
  { location, filters, now, size, text }: Listing & { text: string },
): Promise<Listed> {
  const only = conditionOf(db, { location, filters, now });
  const today = dayOf(now, location.timeZone);
  const found = await findMembers(db, {
    locationId: location.id,
    text,
    limit: size,
    today,
    only,
    cards: cardsOfText(text, location.readerProfiles),
  });
  const accountIds = found.members.map(({ accountId }) => accountId);
  return { entries: await readEntries(db, location, accountIds, today), next: null, total: found.total };
}

/** One page of the members that pass the filters, in their order; a search text among the filters is ignored. */
async function listPage(
  db: Queryable,
  { location, filters, now, size, after }: Listing & { after: PlaceInDirectory | undefined },
): Promise<Listed> {
  const isListed = conditionOf(db, { location, filters, now });
  const { text, order, isAfter } = pageBy(filters.sort ?? 'changed', location, after);
  const [rows, total] = await Promise.all([
    db
      .select({ text, accountId: members.accountId })
      .from(members)
      .where(and(isListed, isAfter))
      .orderBy(...order)
      .limit(size + 1),
    countMembers(db, isListed),
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

/** The account ids of all members that pass the filters, in their order, by one statement. */
export async function listAllIds(
  db: Queryable,
  { location, filters, now }: Pick<Listing, 'location' | 'filters' | 'now'>,
): Promise<string[]> {
  const { order } = pageBy(filters.sort ?? 'changed', location, undefined);
  const rows = await db
    .select({ accountId: members.accountId })
    .from(members)
    .where(conditionOf(db, { location, filters, now }))
    .orderBy(...order);
  return rows.map(({ accountId }) => accountId);
}

async function countMembers(db: Queryable, isListed: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(members).where(isListed);
  return counted?.total ?? 0;
}

/** In the order of the account ids, without those who are not in the directory any more. */
export async function readEntries(
  db: Queryable,
  { id: locationId, timeZone }: Location,
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
    endOfContract: lastDayOf(member, timeZone),
    contractEnd: contractEndOf(member, { today, timeZone }),
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    hasCard: has,
    openTasks,
  }));
  return inOrderOf(accountIds, entries);
}
