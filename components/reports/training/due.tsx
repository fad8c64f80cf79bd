import { MemberLink } from '#components/directory/member-link.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Choices } from '#components/reports/choices.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { ScrollingTable } from '#components/reports/scrolling-table.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { type AssessmentsDue, type DueChoice, dueAfterWeeks, trainedWithinDays } from '#lib/wire/training-report.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface DueProps {
  due: AssessmentsDue;
  choice: DueChoice;
  /** What the address of the report says beside this choice. */
  period: { from: string; to: string };
  /** Null without the permission. */
  fileHref: PathAt | null;
  /** Whether the reader may open profiles. */
  isLinked: boolean;
}

/** Whom to test next: members who train, and were not tested for long. */
export function Due({ due, choice, period, fileHref, isLinked }: DueProps) {
  const t = useTranslations('trainingReport');
  const { members, total, timeZone, since, countsUnknown } = due;
  const { day } = useLocationFormat(timeZone);
  const dayOfInstant = (at: string) => day(dayOf(Date.parse(at), timeZone));
  const said = [
    t('due.basis', { days: trainedWithinDays, timeZone }),
    t(countsUnknown ? 'due.since' : 'due.notYet', { day: day(since) }),
  ];
  return (
    <ReportChart
      title={t('due.title')}
      sentence={
        total === 0 && !countsUnknown
          ? t('due.tooEarly', { day: day(since) })
          : t('due.sentence', { count: total, weeks: choice.weeks })
      }
      basis={said.join(' ')}
      fileHref={total > 0 ? fileHref : null}
    >
      <Choices
        label={t('due.choose')}
        path="/reports/training"
        choices={dueAfterWeeks.map((weeks) => ({
          name: t('due.weeks', { count: weeks }),
          choice: { ...period, weeks },
        }))}
        chosen={{ ...period, weeks: choice.weeks }}
      />
      {total > 0 && (
        <ScrollingTable label={t('due.list')}>
          <thead className="text-ink-soft">
            <tr>
              <th scope="col" className="py-1.5 pr-2 font-medium">
                {t('columns.name')}
              </th>
              <th scope="col" className="px-2 py-1.5 font-medium">
                {t('columns.lastTest')}
              </th>
              <th scope="col" className="px-2 py-1.5 font-medium max-sm:hidden print:table-cell">
                {t('columns.lastWorkout')}
              </th>
              <th scope="col" className="px-2 py-1.5 text-right font-medium">
                {t('columns.workouts')}
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ accountId, displayName, membershipId, testedAt, trainedAt, workouts }) => (
              <tr key={accountId} className="break-inside-avoid border-line border-t align-baseline">
                <th scope="row" className="py-2 pr-2 text-left font-normal">
                  <span className="block wrap-anywhere font-semibold text-base">
                    {isLinked ? (
                      <MemberLink accountId={accountId} name={displayName} className="print:no-underline" />
                    ) : (
                      displayName
                    )}
                  </span>
                  <span className="block text-ink-soft">{membershipId}</span>
                </th>
                <td className="whitespace-nowrap px-2 py-2">{testedAt ? dayOfInstant(testedAt) : t('due.unknown')}</td>
                <td className="whitespace-nowrap px-2 py-2 max-sm:hidden print:table-cell">
                  {dayOfInstant(trainedAt)}
                </td>
                <td className="px-2 py-2 text-right">{workouts}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
      {total > members.length && (
        <p className="text-ink-soft">{t(fileHref ? 'due.moreInFile' : 'due.more', { shown: members.length, total })}</p>
      )}
    </ReportChart>
  );
}
