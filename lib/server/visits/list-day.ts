import 'server-only';
import { z } from 'zod';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { type VisitFilter, type VisitLine, type VisitsPage, visitFilter } from '#lib/wire/visits.ts';
import { readPeople } from './day-people.ts';
import { readRows } from './day-rows.ts';
import { readSums } from './day-sums.ts';

const pageSize = 50;
/** Of a file: each reads all events until the end of the range. */
const chunkSize = 2_000;

export const visitsOfDayQuery = visitFilter.safeExtend({
  /** Cursor: epoch milliseconds and id of the last line of the page before. */
  after: z
    .string()
    // an account id may hold any character
    .regex(/^\d{1,14}\.[^\0]{1,400}$/)
    .optional(),
});

/**
 * The visits of days at a location, who was turned away, or what was undone, latest first, page by page. The first page has
 * the numbers of the whole period.
 */
export async function listVisitsOfDay(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { after, ...filter }: z.infer<typeof visitsOfDayQuery>,
): Promise<VisitsPage> {
  const asked = { location, filter, now: new Date(clock()) };
  const page = await readRows(db, { ...asked, after, limit: pageSize });
  if (after !== undefined) return { ...page, sums: null, people: [] };
  return { ...page, sums: await readSums(db, asked), people: await readPeople(db, asked) };
}

/** All rows that a filter selects, in chunks. */
export async function* visitsOfDay(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  filter: VisitFilter,
): AsyncGenerator<VisitLine[]> {
  const asked = { location, filter, now: new Date(clock()) };
  let after: string | undefined;
  do {
    const { lines, next } = await readRows(db, { ...asked, after, limit: chunkSize });
    yield lines;
    after = next ?? undefined;
  } while (after !== undefined);
}
