import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { DayPeaksChart } from '#components/reports/day-peaks.tsx';
import { HoursOfWeek } from '#components/reports/hours-of-week.tsx';
import { ReportPeriod } from '#components/reports/period.tsx';
import { Report } from '#components/reports/report.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readDayPeaks } from '#lib/server/stays/day-peaks.ts';
import { readWeekdayHours } from '#lib/server/stays/weekday-hours.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { quickPeriodsOn, readPeriod } from '#lib/wire/reports.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { TodayScreen } from './_components/today-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('whenToStaff'),
});

const quick = ['last4Weeks', 'last12Weeks', 'last12Months'] as const;

export default async function WhenToStaffPage({ params, searchParams }: PageProps<'/g/[gym]/reports/when-to-staff'>) {
  const context = await openPage('readReports', params);
  const { id, name, timeZone, capacity } = context.actor.location;
  const t = await getTranslations();
  const today = dayOf(context.desk.clock(), timeZone);
  const periods = quickPeriodsOn(today);
  const asked = readPeriod(await searchParams, periods.last4Weeks);
  const { from, to } = asked.period;
  const days = { from, until: to };
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'dayCurve', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <Report
        title={t('reports.sections.whenToStaff')}
        gym={name}
        period={
          <ReportPeriod
            path="/reports/when-to-staff"
            asked={asked}
            quick={quick.map((one) => ({ name: one, period: periods[one] }))}
            today={today}
          />
        }
      >
        {asked.mistake === null && (
          <>
            <SectionBoundary title={t('whenToStaff.hours.title')} isOfPage>
              <HoursOfWeek
                hours={await readWeekdayHours(context, days)}
                fileHref={pathAt(id, '/api/desk/reports/hours-of-week/file', { from, to })}
              />
            </SectionBoundary>
            <SectionBoundary title={t('whenToStaff.today.title')}>
              <TodayScreen locationId={id} capacity={capacity} />
            </SectionBoundary>
            <SectionBoundary title={t('whenToStaff.peaks.title')} isOfPage>
              <DayPeaksChart
                peaks={await readDayPeaks(context, days)}
                fileHref={pathAt(id, '/api/desk/reports/day-peaks/file', { from, to })}
              />
            </SectionBoundary>
          </>
        )}
      </Report>
    </Prefilled>
  );
}
