import type { Metadata } from 'next';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Report } from '#components/reports/report.tsx';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { listReportGyms } from '#lib/server/reports/list-report-gyms.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { AllGymsScreen } from './_components/all-gyms-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('reports.sections'))('allGyms'),
});

export default async function AllGymsPage({ params }: PageProps<'/g/[gym]/reports/all-gyms'>) {
  const context = await openPage('readReports', params);
  const t = await getTranslations('reports.sections');
  const gyms = await listReportGyms(context);
  return (
    <Report title={t('allGyms')} gym={null}>
      <SectionBoundary title={t('allGyms')} isOfPage>
        <AllGymsScreen
          locationId={context.actor.location.id}
          gyms={gyms.map(({ id, slug, name }) => ({ id, slug, name }))}
          mayManage={isAllowed(context.staff.role, 'manageLocation')}
        />
      </SectionBoundary>
    </Report>
  );
}
