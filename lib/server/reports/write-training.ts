import 'server-only';
import { byteOrderMark, csvRow, separatorOf } from '#lib/server/csv/write-csv.ts';
import { formatWeekday } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag, type Locale } from '#lib/wire/i18n/locale.ts';
import type { AssessmentsDue, UseOfMachines } from '#lib/wire/training-report.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { writeNumbers } from './write-numbers.ts';

const ofMachines = ['machine', 'method', 'workouts'] as const;
const ofHours = ['weekday', 'hour', 'workouts', 'days'] as const;
const ofMembers = ['name', 'membershipId', 'lastTest', 'lastWorkout', 'workouts'] as const;
type Column = (typeof ofMachines)[number] | (typeof ofHours)[number] | (typeof ofMembers)[number];

interface Words {
  locale: Locale;
  /** Translates a key of the `trainingReport.columns` messages. */
  say(key: Column): string;
}

/** Machines and methods by the platform's own names, so that files of different days can be joined. */
export const writeMachines = ({ uses }: UseOfMachines, { locale, say }: Words): AsyncGenerator<string> =>
  writeNumbers(
    uses.map(({ machine, method, workouts }) => [machine, method, workouts]),
    { titles: ofMachines.map(say), locale },
  );

export function writeMachineHours({ hours }: UseOfMachines, { locale, say }: Words): AsyncGenerator<string> {
  const rows = hours.workouts.flatMap((ofDay, weekday) => {
    const days = hours.days[weekday] ?? 0;
    if (days === 0) return [];
    return ofDay.map((workouts, hour) => [formatWeekday(formattingTag[locale], weekday, 'long'), hour, workouts, days]);
  });
  return writeNumbers(rows, { titles: ofHours.map(say), locale });
}

/** Days are in the time zone of the location. */
export async function* writeDue({ members, timeZone }: AssessmentsDue, { locale, say }: Words): AsyncGenerator<string> {
  const separator = separatorOf(locale);
  const day = (at: string | null) => at && dayOf(Date.parse(at), timeZone);
  yield byteOrderMark + csvRow(ofMembers.map(say), separator);
  yield members
    .map(({ displayName, membershipId, testedAt, trainedAt, workouts }) =>
      csvRow([displayName, membershipId, day(testedAt), day(trainedAt), workouts], separator),
    )
    .join('');
}
