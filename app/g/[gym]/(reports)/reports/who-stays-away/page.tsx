import type { Metadata } from 'next';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { InactiveHead } from '#components/reports/inactive-head.tsx';
import { Report } from '#components/reports/report.tsx';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { readUnderWay } from '#lib/server/messages/read-under-way.ts';
import { readTaskDesk } from '#lib/server/tasks/read-tasks.ts';
import { readInactiveChoice } from '#lib/wire/inactive-members.ts';
import { mostRecipients } from '#lib/wire/messages.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { InactiveScreen } from './_components/inactive-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('whoStaysAway'),
});

export default async function WhoStaysAwayPage({ params, searchParams }: PageProps<'/g/[gym]/reports/who-stays-away'>) {
  const context = await openPage('readReports', params);
  const { id, name, timeZone } = context.actor.location;
  const { id: staffId, role } = context.staff;
  const t = await getTranslations();
  const title = t('reports.sections.whoStaysAway');
  const days = readInactiveChoice(await searchParams);
  const report = await readInactive(context, { days, limit: mostRecipients });
  const [{ isLinked }, underWay] = await Promise.all([readTaskDesk(context), readUnderWay(context)]);
  const file = pathAt(id, '/api/desk/reports/who-stays-away/file', { days });
  return (
    <Report title={title} gym={name}>
      <SectionBoundary title={t('whoStaysAway.choices')} isOfPage>
        <InactiveHead
          report={report}
          days={days}
          timeZone={timeZone}
          fileHref={isAllowed(role, 'exportLists') ? file : null}
        />
      </SectionBoundary>
      <SectionBoundary title={title} isOfPage>
        <InactiveScreen
          key={id}
          report={report}
          total={report.counts[days]}
          underWay={underWay}
          place={{ locationId: id, staffId }}
          timeZone={timeZone}
          may={{
            open: isAllowed(role, 'readMembers'),
            write: isAllowed(role, 'editMembers'),
            createTasks: isAllowed(role, 'recordTasks'),
          }}
          isLinked={isLinked}
        />
      </SectionBoundary>
    </Report>
  );
}
