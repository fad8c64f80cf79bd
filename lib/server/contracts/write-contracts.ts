import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { byteOrderMark, csvRow, separatorOf } from '#lib/server/csv/write-csv.ts';
import { type ContractList, type ContractsFile, visitDaysOf } from '#lib/wire/contracts.ts';
import type { NameMembershipType } from '#lib/wire/membership-type.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { readList } from './lists.ts';
import { readNumbers } from './numbers.ts';

const ofMembers = ['name', 'membershipId', 'contract'] as const;
const columnsOf = {
  ending: [...ofMembers, 'lastDay', 'visits', 'lastVisit'],
  prospects: [...ofMembers, 'visits', 'lastVisit'],
  notStarted: [...ofMembers, 'firstDay', 'visits', 'lastVisit'],
  notSeen: [...ofMembers, 'firstDay', 'lastVisit'],
  birthdays: [...ofMembers, 'birthday', 'age', 'lastVisit'],
} as const satisfies Record<ContractList, readonly string[]>;
const columnsOfMonths = ['month', 'begun', 'firstSeen'] as const;

type Column = (typeof columnsOf)[ContractList][number];

interface FileWords {
  locale: string;
  /** Says a text of `contracts.columns` of the messages. */
  say(column: Column | (typeof columnsOfMonths)[number], values: { days: number }): string;
  nameType: NameMembershipType;
}

/** A list of the report with all its members, or the months, as CSV. Days are in the time zone of the location. */
export async function* writeContracts(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  { file: { list, ...choice }, words: { locale, say, nameType } }: { file: ContractsFile; words: FileWords },
): AsyncGenerator<string> {
  const now = clock();
  const asked = { location, now, today: dayOf(now, location.timeZone), choice };
  const separator = separatorOf(locale);
  if (list === 'newMembers') {
    yield byteOrderMark +
      csvRow(
        columnsOfMonths.map((column) => say(column, { days: 0 })),
        separator,
      );
    const { months } = await readNumbers(db, asked);
    yield months.map(({ month, begun, firstSeen }) => csvRow([month, begun, firstSeen], separator)).join('');
    return;
  }
  const columns: readonly Column[] = columnsOf[list];
  yield byteOrderMark +
    csvRow(
      columns.map((column) => say(column, { days: visitDaysOf(list) })),
      separator,
    );
  const { members } = await readList(db, list, asked);
  const rows = members.map((member) => {
    const cells: Record<Column, string | number | null> = {
      name: member.displayName,
      membershipId: member.membershipId,
      contract: nameType(member.membershipType),
      lastDay: member.day,
      firstDay: member.day,
      birthday: member.day,
      age: member.age,
      visits: member.visits,
      lastVisit: member.lastVisitAt && dayOf(Date.parse(member.lastVisitAt), location.timeZone),
    };
    return csvRow(
      columns.map((column) => cells[column]),
      separator,
    );
  });
  yield rows.join('');
}
