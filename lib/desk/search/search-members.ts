import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Clocked } from '#lib/desk/base/clocked.ts';
import { contractEndOf, summarise } from '#lib/desk/directory/member.ts';
import { readArrivals } from '#lib/desk/presence/list.ts';
import { cardsOfText } from '#lib/scan/cards-of-text.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { findMembers } from './find-members.ts';
import { readProgress } from './read-progress.ts';

/** As many as are read at a glance. */
const mostMatches = 8;

/** What a search box shows while somebody types. See {@link findMembers}. */
export async function searchMembers(desk: Clocked, location: Location, text: string): Promise<MemberMatches> {
  const { db } = desk;
  const today = dayOf(desk.clock(), location.timeZone);
  const { members, ...found } = await findMembers(db, location.id, text, {
    ...{ limit: mostMatches, today },
    cards: cardsOfText(text, location.readerProfile),
  });
  const isWhole = found.total > 0 || (await readProgress(db, location.id)) === null;
  const accountIds = members.map(({ accountId }) => accountId);
  const arrivals = await readArrivals(desk, location, accountIds);
  const matches = members.map((member) => ({
    ...summarise(location.id, member),
    dateOfBirth: member.dateOfBirth,
    contractEnd: contractEndOf(member, today),
    inSince: arrivals.get(member.accountId)?.toISOString() ?? null,
  }));
  return { ...found, matches, isWhole };
}
