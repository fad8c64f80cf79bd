import 'server-only';
import { and, between, eq, exists, gt, inArray, lt, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { cards, members } from '#lib/db/schema/directory.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { photos } from '#lib/db/schema/photos.ts';
import { elsewhereEvents, visits } from '#lib/db/schema/visits.ts';
import { isPhotoOfMember } from '#lib/desk/directory/directory.ts';
import { type DirectoryFilters, directoryDays } from '#lib/wire/directory.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';

/** Whether a member has a card that this desk has seen, as a condition of a query of members. */
export const hasCard = (db: Queryable): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(cards)
      .where(and(eq(cards.locationId, members.locationId), eq(cards.accountId, members.accountId))),
  );

/** What has to hold for a member of the directory to be shown. `now` in epoch milliseconds. */
export function conditionOf(
  db: Queryable,
  location: Location,
  filters: DirectoryFilters,
  now: number,
): SQL | undefined {
  const today = dayOf(now, location.timeZone);
  const { endOfContract, membershipType } = members;
  const ends = {
    soon: between(endOfContract, today, daysLater(today, directoryDays)),
    past: lt(endOfContract, today),
  };
  const photo = db.select({ one: sql`1` }).from(photos).where(isPhotoOfMember);
  return and(
    eq(members.locationId, location.id),
    filters.type && eq(membershipType, filters.type),
    filters.ends && ends[filters.ends],
    filters.photo && not(exists(photo)),
    filters.card && not(hasCard(db)),
    filters.visit &&
      not(inArray(members.accountId, seenSince(db, location, new Date(now - directoryDays * 86_400_000)))),
  );
}

/** Who came after a moment. */
const seenSince = (db: Queryable, { id }: Location, moment: Date) => sql`(
  ${db
    .select({ accountId: visits.accountId })
    .from(visits)
    .where(
      and(
        eq(visits.locationId, id),
        gt(visits.tappedAt, moment),
        eq(visits.kind, 'checkIn'),
        notInArray(visits.state, ['undone', 'refused']),
        sql`${visits.accountId} is not null`,
      ),
    )}
  union all
  ${db
    .select({ accountId: elsewhereEvents.accountId })
    .from(elsewhereEvents)
    .where(
      and(eq(elsewhereEvents.locationId, id), gt(elsewhereEvents.at, moment), eq(elsewhereEvents.kind, 'checkIn')),
    )}
)`;
