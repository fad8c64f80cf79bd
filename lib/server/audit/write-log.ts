import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import { kindOfAction, type LogEntry, type LogFilter, type LogKind } from '#lib/wire/audit-log.ts';
import { factsOf, type LogTranslator, sentenceOf } from '#lib/wire/audit-words.ts';
import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { logEntries } from './read-log.ts';

const columns = ['day', 'time', 'person', 'what', 'details', 'member', 'membershipId', 'kind'] as const;

type FileWord =
  | `columns.${(typeof columns)[number]}`
  | `kinds.${LogKind}`
  | 'operator'
  | 'formerMember'
  | 'unlistedMember';

interface FileWords {
  separator: CsvSeparator;
  /** Translates a key of the `log` messages. */
  word(key: FileWord): string;
  /** Translates any key that an entry needs. */
  say: LogTranslator['say'];
}

/** The entries that a filter selects as CSV, newest first, with ISO 8601 days and times in the time zone of the location. */
export async function* writeLog(
  context: LocationContext,
  { filter, words: { separator, word, say } }: { filter: LogFilter; words: FileWords },
): AsyncGenerator<string> {
  const { timeZone } = context.actor.location;
  const options = { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const clock = dateTimeFormat('sv-SE', options);
  const translator = { say, day: (day: string) => day };
  const cells = (entry: LogEntry) => [
    dayOf(Date.parse(entry.at), timeZone),
    clock.format(new Date(entry.at)),
    entry.by ?? word('operator'),
    sentenceOf(entry, translator),
    factsOf(entry, translator).join('; '),
    nameOf(entry, word),
    entry.member?.kind === 'known' ? entry.member.membershipId : null,
    word(`kinds.${kindOfAction[entry.action]}`),
  ];
  yield byteOrderMark +
    csvRow(
      columns.map((column) => word(`columns.${column}`)),
      separator,
    );
  for await (const entries of logEntries(context, filter)) {
    yield entries.map((entry) => csvRow(cells(entry), separator)).join('');
  }
}

function nameOf({ member }: LogEntry, word: FileWords['word']): string | null {
  if (member === null) return null;
  switch (member.kind) {
    case 'known':
      return member.name;
    case 'former':
      return word('formerMember');
    case 'unlisted':
      return word('unlistedMember');
  }
}
