import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Choices } from '#components/reports/choices.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import {
  birthdayDays,
  type ContractList,
  type ContractsChoice,
  type ContractsFile,
  type ContractsReport,
  endsWithin,
  leastVisits,
  prospectDays,
  recentDays,
} from '#lib/wire/contracts.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { MemberTable } from './member-table.tsx';
import { NewMembers } from './new-members.tsx';

interface ContractsProps {
  report: ContractsReport;
  choice: ContractsChoice;
  /** The URL of each file; null without the permission. */
  fileHrefOf(list: ContractsFile['list']): PathAt | null;
  /** Whether the reader may open profiles. */
  isLinked: boolean;
}

/** Contracts that end or begin, new members and birthdays: lists of whom to talk to next. */
export function Contracts({ report, choice, fileHrefOf, isLinked }: ContractsProps) {
  const t = useTranslations('contracts');
  const basis = useBasis(report);
  const tag = formattingTag[useLocale()];
  const { lists, today, until, months } = report;
  const weekEnd = daysLater(today, birthdayDays - 1);
  const listOf = (list: ContractList, sentence: string, about: string, choices?: ReactNode) => {
    const { members, total } = lists[list];
    const fileHref = fileHrefOf(list);
    const shown = { shown: members.length, total };
    return (
      <SectionBoundary title={t(`${list}.title`)} isOfPage>
        <ReportChart
          title={t(`${list}.title`)}
          sentence={sentence}
          basis={about}
          fileHref={total > 0 ? fileHref : null}
        >
          {choices}
          {total > 0 && (
            <MemberTable
              list={list}
              caption={t(`${list}.title`)}
              members={members}
              timeZone={report.timeZone}
              isLinked={isLinked}
            />
          )}
          {total > members.length && <p className="text-ink-soft">{t(fileHref ? 'moreInFile' : 'more', shown)}</p>}
        </ReportChart>
      </SectionBoundary>
    );
  };
  const counts = (list: ContractList) => ({ count: lists[list].total, seen: lists[list].marked ?? 0 });
  return (
    <>
      {listOf(
        'ending',
        t('ending.sentence', { ...counts('ending'), days: choice.within, recent: recentDays }),
        basis(today, until, 'ending'),
        <Choices
          path="/reports/contracts"
          label={t('ending.choose')}
          choices={endsWithin.map((within) => ({ name: t('days', { count: within }), choice: { ...choice, within } }))}
          chosen={choice}
        />,
      )}
      {listOf(
        'prospects',
        t('prospects.sentence', { ...counts('prospects'), visits: choice.visits, days: prospectDays }),
        basis(daysLater(today, -prospectDays), today, 'prospects'),
        <Choices
          path="/reports/contracts"
          label={t('prospects.choose')}
          choices={leastVisits.map((visits) => ({
            name: t('visits', { count: visits }),
            choice: { ...choice, visits },
          }))}
          chosen={choice}
        />,
      )}
      {listOf(
        'notStarted',
        t('notStarted.sentence', counts('notStarted')),
        basis(daysLater(today, 1), null, 'notStarted'),
      )}
      {listOf(
        'notSeen',
        t('notSeen.sentence', { ...counts('notSeen'), days: recentDays }),
        basis(daysLater(today, -recentDays), today, 'notSeen'),
      )}
      <SectionBoundary title={t('newMembers.title')} isOfPage>
        <NewMembers
          months={months}
          basis={basis(`${months[0]?.month ?? today}-01`.slice(0, today.length), today, 'newMembers')}
          fileHref={fileHrefOf('newMembers')}
        />
      </SectionBoundary>
      {listOf(
        'birthdays',
        t('birthdays.sentence', {
          ...counts('birthdays'),
          today: lists.birthdays.marked ?? 0,
          until: formatDay(tag, weekEnd, { weekday: 'long', day: 'numeric', month: 'long' }),
        }),
        basis(today, weekEnd, 'birthdays'),
      )}
    </>
  );
}

/** Says what the numbers of a part are from: days, time zone, count, and what is missing. */
function useBasis({ timeZone, of, visitsSince, membersSince }: ContractsReport) {
  const t = useTranslations('contracts.basis');
  const { day } = useLocationFormat(timeZone);
  return (from: string, until: string | null, part: ContractsFile['list']): string => {
    const isAboutVisits = part !== 'newMembers' && part !== 'birthdays';
    const missesVisits = isAboutVisits && visitsSince !== null && visitsSince > from;
    const said: (string | false)[] = [
      until === null
        ? t('from', { from: day(from), timeZone })
        : t('days', { from: day(from), until: day(until), timeZone }),
      part === 'prospects' ? t('prospects') : t('members', { count: of.members }),
      part === 'ending' && of.withoutEnd > 0 && t('withoutEnd', { count: of.withoutEnd }),
      (part === 'notStarted' || part === 'notSeen' || part === 'newMembers') &&
        of.withoutStart > 0 &&
        t('withoutStart', { count: of.withoutStart }),
      part === 'birthdays' && of.withoutBirthday > 0 && t('withoutBirthday', { count: of.withoutBirthday }),
      part === 'newMembers' && t('onlyToday'),
      part === 'newMembers' && membersSince !== null && t('firstSeen', { day: day(membersSince) }),
      part !== 'prospects' && of.ofOtherGyms > 0 && t('ofOtherGyms', { count: of.ofOtherGyms }),
      missesVisits && t('visitsSince', { day: day(visitsSince) }),
      isAboutVisits && visitsSince === null && t('noVisits'),
    ];
    return said.filter((sentence) => sentence !== false).join(' ');
  };
}
