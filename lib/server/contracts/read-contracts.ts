import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import type { ContractsChoice, ContractsReport } from '#lib/wire/contracts.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { readList } from './lists.ts';
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
  const [ending, prospects, notStarted, notSeen, birthdays, numbers, visitsSince] = await Promise.all([
    readList(db, 'ending', asked),
    readList(db, 'prospects', asked),
    readList(db, 'notStarted', asked),
    readList(db, 'notSeen', asked),
    readList(db, 'birthdays', asked),
    readNumbers(db, asked),
    readKnownSince(db, location),
  ]);
  const lists = { ending, prospects, notStarted, notSeen, birthdays };
  return { today, timeZone, until: daysLater(today, choice.within), lists, visitsSince, ...numbers };
}
