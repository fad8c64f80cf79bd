'use client';

import { useLocale } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { MemberLink } from '#components/directory/member-link.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ContractList, type ListedMember, visitDaysOf } from '#lib/wire/contracts.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface MemberTableProps {
  list: ContractList;
  caption: string;
  members: readonly ListedMember[];
  timeZone: string;
  /** Whether the reader may open profiles. */
  isLinked: boolean;
}

type Column = 'contract' | 'lastDay' | 'firstDay' | 'birthday' | 'age' | 'visits' | 'lastVisit';

const columnsOf: Record<ContractList, readonly Column[]> = {
  ending: ['contract', 'lastDay', 'visits', 'lastVisit'],
  prospects: ['visits', 'lastVisit'],
  notStarted: ['contract', 'firstDay', 'visits', 'lastVisit'],
  notSeen: ['contract', 'firstDay', 'lastVisit'],
  birthdays: ['birthday', 'age', 'lastVisit'],
};

/** The rest is a press away, and printed. */
const firstShown = 10;

/** On a phone there is no room for them. */
const isForWide = (column: Column): boolean => column === 'contract' || column === 'lastVisit';

/** Members of a list, one row each; each leads to the profile. */
export function MemberTable({ list, caption, members, timeZone, isLinked }: MemberTableProps) {
  const t = useTranslations('contracts');
  const columns = columnsOf[list];
  const cellOf = useCell(timeZone);
  const [isWhole, setWhole] = useState(false);
  const look = (column: Column) =>
    cn(
      'px-2 py-2 align-baseline last:pr-0',
      isForWide(column) && 'max-sm:hidden print:table-cell',
      column === 'lastVisit' && 'pl-6',
      (column === 'visits' || column === 'age') && 'text-right',
    );
  return (
    <>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="py-1.5 pr-2 font-medium">
              {t('columns.name')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={cn(look(column), 'py-1.5 font-medium')}>
                {column === 'visits' ? t('columns.visits', { days: visitDaysOf(list) }) : t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member, index) => (
            <tr
              key={member.accountId}
              className={cn(
                'break-inside-avoid border-line border-t',
                !isWhole && index >= firstShown && 'hidden print:table-row',
              )}
            >
              <th scope="row" className="py-2 pr-2 text-left align-baseline font-normal">
                <span className="block wrap-anywhere font-semibold text-base">
                  {isLinked ? (
                    <MemberLink accountId={member.accountId} name={member.displayName} className="print:no-underline" />
                  ) : (
                    member.displayName
                  )}
                </span>
                <span className="block text-ink-soft">{member.membershipId}</span>
              </th>
              {columns.map((column) => (
                <td key={column} className={cn(look(column), 'whitespace-nowrap')}>
                  {cellOf(column, member)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && members.length > firstShown && (
        <Button className="justify-self-start print:hidden" onClick={() => setWhole(true)}>
          {t('showMore', { count: members.length - firstShown })}
        </Button>
      )}
    </>
  );
}

function useCell(timeZone: string): (column: Column, member: ListedMember) => ReactNode {
  const t = useTranslations('contracts');
  const tag = formattingTag[useLocale()];
  const nameType = useMembershipType();
  const { day } = useLocationFormat(timeZone);
  return (column, member) => {
    switch (column) {
      case 'contract':
        return nameType(member.membershipType) ?? '–';
      case 'lastDay':
      case 'firstDay':
        return member.day && day(member.day);
      case 'birthday':
        return member.day && formatDay(tag, member.day, { weekday: 'short', day: 'numeric', month: 'short' });
      case 'age':
        return member.age;
      case 'visits':
        return member.visits;
      case 'lastVisit':
        return member.lastVisitAt ? day(dayOf(Date.parse(member.lastVisitAt), timeZone)) : t('noVisit');
    }
  };
}
