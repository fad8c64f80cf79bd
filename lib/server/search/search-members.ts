import 'server-only';
import type { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { contractEndOf, summarise } from '#lib/server/directory/member.ts';
import { readArrivals } from '#lib/server/presence/list.ts';
import type { MemberMatches, searchInput } from '#lib/wire/directory.ts';
import { cardsOfText } from '#lib/wire/reader/cards-of-text.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { findMembers } from './find-members.ts';
import { readProgress } from './read-progress.ts';

/** More are not read at a glance. */
const mostMatches = 8;

/** The suggestions of a search box. See {@link findMembers}. */
export async function searchMembers(
  { desk, actor: { location } }: LocationContext,
  { q: text }: z.infer<typeof searchInput>,
): Promise<MemberMatches> {
  const { db } = desk;
  const today = dayOf(desk.clock(), location.timeZone);
  const { members, ...found } = await findMembers(db, {
    locationId: location.id,
    text,
    limit: mostMatches,
    today,
    cards: cardsOfText(text, location.readerProfiles),
  });
  const isWhole = found.total > 0 || (await readProgress(db, location.id)) === null;
  const accountIds = members.map(({ accountId }) => accountId);
  const arrivals = await readArrivals({ desk, actor: { location } }, { accountIds });
  const matches = members.map((member) => ({
    ...summarise(location.id, member),
    dateOfBirth: member.dateOfBirth,
    contractEnd: contractEndOf(member, { today, timeZone: location.timeZone }),
    inSince: arrivals.get(member.accountId)?.toISOString() ?? null,
  }));
  return { ...found, matches, isWhole };
}
