import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { memberOf, summarise } from '#lib/server/directory/member.ts';
import { listCorporateAccounts } from '#lib/server/gym-api/accounts.ts';
import { readLastVisits } from '#lib/server/presence/last-visit.ts';
import { lastCorporateDayOf } from '#lib/wire/contract-days.ts';
import type { CorporateEnding, CorporateEndings, DayRange } from '#lib/wire/corporate-fitness.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysBetween } from '#shared/calendar/days.ts';

/**
 * The members whose corporate membership ends within a range, the earliest end first, as the platform has them now.
 * @throws ActionFailure where the platform cannot be asked
 */
export async function listCorporateEndings(
  { desk, actor: { location } }: LocationContext,
  range: DayRange,
): Promise<CorporateEndings> {
  const { items: accounts, unreadable } = answered(await listCorporateAccounts(desk.gymClientOf(location), range));
  const accountIds = accounts.map(({ accountId }) => accountId);
  const known = {
    today: dayOf(desk.clock(), location.timeZone),
    lastVisits: await readLastVisits(desk.db, { locationId: location.id, accountIds }),
    photoVersions: await readPhotoVersions(desk.db, location.id, accountIds),
  };
  const entries = accounts.map((account) => endingOf(account, location, known));
  return { entries: entries.toSorted(byEnd), unreadable: unreadable.length };
}

interface Known {
  today: string;
  lastVisits: ReadonlyMap<string, Date>;
  photoVersions: ReadonlyMap<string, string>;
}

function endingOf(account: MemberAccount, { id, timeZone }: Location, known: Known): CorporateEnding {
  const member = memberOf(account, { timeZone });
  const { accountId, displayName, initials, memberSince } = summarise(id, { ...member, photoVersion: null });
  const until = lastCorporateDayOf(member.corporateEnd, timeZone);
  return {
    accountId,
    displayName,
    initials,
    photoUrl: photoUrlOf(id, accountId, known.photoVersions.get(accountId) ?? null),
    since: memberSince,
    until,
    daysLeft: until === null ? null : daysBetween(known.today, until),
    lastVisitAt: known.lastVisits.get(accountId)?.toISOString() ?? null,
  };
}

/** Entries without a day come last. */
function byEnd(one: CorporateEnding, other: CorporateEnding): number {
  const ends = (one.until ?? '9').localeCompare(other.until ?? '9');
  return ends || one.displayName.localeCompare(other.displayName);
}

async function readPhotoVersions(
  db: Queryable,
  locationId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ accountId: photos.accountId, version: photos.version })
    .from(photos)
    .where(and(eq(photos.locationId, locationId), inArray(photos.accountId, [...accountIds])));
  return new Map(rows.map(({ accountId, version }) => [accountId, version]));
}
