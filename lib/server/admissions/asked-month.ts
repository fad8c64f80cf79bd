import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { type AskedMonth, readStatementMonth } from '#lib/wire/corporate-statement.ts';
import { monthOf } from '#lib/wire/time/month.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { admissionsKnownSince, readKnownUntil } from './known-admissions.ts';

/** The month that the address of a gym's statement names, and those to choose from. */
export async function readAskedMonth(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  address: Record<string, unknown>,
): Promise<AskedMonth> {
  const now = clock();
  const { retiredAt, timeZone } = location;
  return readStatementMonth(address, {
    since: monthOf(dayOf(admissionsKnownSince(location, now).getTime(), timeZone)),
    today: dayOf(now, timeZone),
    until: await readKnownUntil(db, location),
    retiredOn: retiredAt && dayOf(retiredAt.getTime(), timeZone),
  });
}
