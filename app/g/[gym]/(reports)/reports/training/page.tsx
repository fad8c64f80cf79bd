import type { Metadata } from 'next';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Report } from '#components/reports/report.tsx';
import { Due } from '#components/reports/training/due.tsx';
import { MachineHours } from '#components/reports/training/machine-hours.tsx';
import { Machines } from '#components/reports/training/machines.tsx';
import { NoTraining } from '#components/reports/training/no-training.tsx';
import { TrainingPeriod } from '#components/reports/training/training-period.tsx';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readAssessmentsDue } from '#lib/server/training/assessments-due.ts';
import { readUseOfMachines } from '#lib/server/training/use-of-machines.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { quickPeriodsOn, readPeriod } from '#lib/wire/reports.ts';
import { dueChoice, mostDueShown } from '#lib/wire/training-report.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('training'),
});

export default async function TrainingPage({ params, searchParams }: PageProps<'/g/[gym]/reports/training'>) {
  const context = await openPage('readReports', params);
  const { desk, actor, staff } = context;
  const { id, name, timeZone, exportUrl } = actor.location;
  const t = await getTranslations();
  const title = t('reports.sections.training');
  const today = dayOf(desk.clock(), timeZone);
  const query = await searchParams;
  const asked = readPeriod(query, quickPeriodsOn(today).last4Weeks);
  const choice = dueChoice.parse(query);
  const { from, to } = asked.period;
  const mayManage = isAllowed(staff.role, 'manageLocation');
  if (exportUrl === null) {
    return (
      <Report title={title} gym={name}>
        <NoTraining isConnected={false} mayManage={mayManage} />
      </Report>
    );
  }
  const due = await readAssessmentsDue(context, { ...choice, limit: mostDueShown });
  const fileOf = (list: 'machines' | 'hours') => pathAt(id, '/api/desk/reports/training/file', { from, to, list });
  const dueFile = pathAt(id, '/api/desk/reports/training/due/file', { weeks: String(choice.weeks) });
  const use = asked.mistake === null ? await readUseOfMachines(context, { from, until: to }) : null;
  return (
    <Report title={title} gym={name} period={<TrainingPeriod asked={asked} choice={choice} today={today} />}>
      {due ? (
        <SectionBoundary title={t('trainingReport.due.title')} isOfPage>
          <Due
            due={due}
            choice={choice}
            period={{ from, to }}
            fileHref={isAllowed(staff.role, 'exportLists') ? dueFile : null}
            isLinked={isAllowed(staff.role, 'readMembers')}
          />
        </SectionBoundary>
      ) : (
        <NoTraining isConnected mayManage={mayManage} />
      )}
      {use && (
        <>
          <SectionBoundary title={t('trainingReport.byMachine.title')} isOfPage>
            <Machines use={use} from={from} fileHref={fileOf('machines')} />
          </SectionBoundary>
          <SectionBoundary title={t('trainingReport.byHour.title')} isOfPage>
            <MachineHours use={use} from={from} fileHref={fileOf('hours')} />
          </SectionBoundary>
        </>
      )}
    </Report>
  );
}
