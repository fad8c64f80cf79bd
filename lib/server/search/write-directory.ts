import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import type { DirectoryEntry, DirectoryFilters } from '#lib/wire/directory.ts';
import type { NameMembershipType } from '#lib/wire/membership-type.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { listAllIds, listFound, readEntries } from './list.ts';

const membersAtOnce = 500;
/** Matches of a search text are written as one page, the best match first. */
const mostFound = 10_000;

const columns = ['name', 'membershipId', 'contract', 'contractEnd', 'lastVisit', 'photo', 'card', 'tasks'] as const;

interface FileWords {
  separator: CsvSeparator;
  headings: readonly string[];
  yes: string;
  no: string;
  nameType: NameMembershipType;
}

/** Says a text of `directory.file` of the messages. */
type SayColumn = (key: (typeof columns)[number] | 'yes' | 'no') => string;

export const fileWords = (
  say: SayColumn,
  { separator, nameType }: Pick<FileWords, 'separator' | 'nameType'>,
): FileWords => ({
  separator,
  headings: columns.map((column) => say(column)),
  yes: say('yes'),
  no: say('no'),
  nameType,
});

/**
 * The members that pass the filters, as CSV, in the order of the page. Days are in the time zone of the location. Who is in the file, and in
 * which order, is read first, and at once: the mirror moves members in the order while the file is written, past the place of a cursor.
 */
export async function* writeDirectory(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { filters, words }: { filters: DirectoryFilters; words: FileWords },
): AsyncGenerator<string> {
  const listing = { location, filters, now: clock() };
  const cellsOf = (entry: DirectoryEntry) => [
    entry.displayName,
    entry.membershipId,
    words.nameType(entry.membershipType),
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
  const accountIds = await listAllIds(db, listing);
  const today = dayOf(listing.now, location.timeZone);
  for (let from = 0; from < accountIds.length; from += membersAtOnce) {
    yield write(await readEntries(db, location, accountIds.slice(from, from + membersAtOnce), today));
  }
}
