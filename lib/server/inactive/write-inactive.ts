import 'server-only';
import { byteOrderMark, csvRow, separatorOf } from '#lib/server/csv/write-csv.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { formattingTag, type Locale } from '#lib/wire/i18n/locale.ts';
import {
  type InactiveMember,
  type InactiveMembers,
  type MessageProgress,
  timesUsual,
} from '#lib/wire/inactive-members.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

const columns = [
  ...(['name', 'membershipId', 'lastVisit', 'daysAway', 'usualGap', 'timesUsual', 'visitDays'] as const),
  ...(['openTasks', 'message', 'progress'] as const),
] as const;

interface Words {
  locale: Locale;
  /** Translates a key of the `whoStaysAway` messages. */
  say(key: `file.${(typeof columns)[number]}` | `progress.${MessageProgress}`): string;
}

/** The whole list as CSV, in the order of the page. Days are in the time zone of the location. */
export async function* writeInactive(
  { members }: InactiveMembers,
  { location: { timeZone }, words: { locale, say } }: { location: Location; words: Words },
): AsyncGenerator<string> {
  const separator = separatorOf(locale);
  const { format } = new Intl.NumberFormat(formattingTag[locale], { maximumFractionDigits: 1, useGrouping: false });
  const number = (value: number | null) => (value === null ? null : format(value));
  const day = (instant: string) => dayOf(Date.parse(instant), timeZone);
  const cellsOf = (member: InactiveMember) => [
    member.displayName,
    member.membershipId,
    day(member.lastVisitAt),
    member.daysAway,
    number(member.usualGapDays),
    number(timesUsual(member)),
    member.visitDays,
    member.openTasks,
    member.message && day(member.message.at),
    member.message && say(`progress.${member.message.progress}`),
  ];
  yield byteOrderMark +
    csvRow(
      columns.map((column) => say(`file.${column}`)),
      separator,
    );
  yield members.map((member) => csvRow(cellsOf(member), separator)).join('');
}
