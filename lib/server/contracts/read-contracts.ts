import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import type { ContractsChoice, ContractsReport } from '#lib/wire/contracts.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { type ListsAsked, readList } from './lists.ts';
import { readNumbers } from './numbers.ts';

/** More is for the file. */
const mostShown = 50;

/** Contracts that end or begin, new members and birthdays, of the members of this gym. */
export async function readContracts(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  choice: ContractsChoice,
): Promise<ContractsReport> {
  const now = clock();
  const { timeZone } = location;
  const today = dayOf(now, timeZone);
  const asked = { location, now, today, choice, limit: mostShown };
  // two statements at a time: a scan at the counter needs a connection too
  const [longest, others] = await Promise.all([readLongest(db, asked), readOthers(db, asked)]);
  const { numbers, ...lists } = others;
  const visitsSince = await readKnownSince(db, location);
  return {
    today,
    timeZone,
    until: daysLater(today, choice.within),
    lists: { ...longest, ...lists },
    visitsSince,
    ...numbers,
  };
}

/** The slowest lists, as slow as the others together: they count for all of their members, not only the shown ones, who came lately. */
async function readLongest(db: Queryable, asked: ListsAsked) {
  const ending = await readList(db, 'ending', asked);
  const notStarted = await readList(db, 'notStarted', asked);
  return { ending, notStarted };
}

async function readOthers(db: Queryable, asked: ListsAsked) {
  const prospects = await readList(db, 'prospects', asked);
  const notSeen = await readList(db, 'notSeen', asked);
  const birthdays = await readList(db, 'birthdays', asked);
  const numbers = await readNumbers(db, asked);
  return { prospects, notSeen, birthdays, numbers };
}
