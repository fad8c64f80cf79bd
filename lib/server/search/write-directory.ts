import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import type { DirectoryEntry, DirectoryFilters } from '#lib/wire/directory.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { listFound, listPage } from './list.ts';
import { type PlaceInDirectory, readPlace } from './sorts.ts';

const membersAtOnce = 500;
/** Matches of a search text are written as one page, the best match first. */
const mostFound = 10_000;

const columns = ['name', 'membershipId', 'contract', 'contractEnd', 'lastVisit', 'photo', 'card', 'tasks'] as const;

interface FileWords {
  separator: CsvSeparator;
  headings: readonly string[];
  yes: string;
  no: string;
}

/** Says a text of `directory.file` of the messages. */
type SayColumn = (key: (typeof columns)[number] | 'yes' | 'no') => string;

export const fileWords = (say: SayColumn, separator: CsvSeparator): FileWords => ({
  separator,
  headings: columns.map((column) => say(column)),
  yes: say('yes'),
  no: say('no'),
});

/** The members that pass the filters, as CSV, in the order of the page. Days are in the time zone of the location. */
export async function* writeDirectory(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { filters, words }: { filters: DirectoryFilters; words: FileWords },
): AsyncGenerator<string> {
  const listing = { location, filters, now: clock() };
  const cellsOf = (entry: DirectoryEntry) => [
    entry.displayName,
    entry.membershipId,
    entry.membershipType,
    entry.endOfContract,
    entry.lastVisitAt && dayOf(Date.parse(entry.lastVisitAt), location.timeZone),
    entry.photoUrl === null ? words.no : words.yes,
    entry.hasCard ? words.yes : words.no,
    entry.openTasks,
  ];
  const write = (entries: readonly DirectoryEntry[]) =>
    entries.map((entry) => csvRow(cellsOf(entry), words.separator)).join('');
  yield byteOrderMark + csvRow(words.headings, words.separator);
  if (filters.q !== undefined) {
    const { entries } = await listFound(db, { ...listing, text: filters.q, size: mostFound });
    yield write(entries);
    return;
  }
  for (let after: PlaceInDirectory | undefined | null; after !== null; ) {
    const page = await listPage(db, { ...listing, after, size: membersAtOnce });
    yield write(page.entries);
    after = page.next === null ? null : readPlace(filters.sort ?? 'changed', page.next);
  }
}
