import { KeepCurrent } from '#app/_components/keep-current.tsx';
import { PageScans } from '#app/_components/page-scans.tsx';
import { ReportsLayout } from '#components/reports/reports-layout.tsx';
import { leadToPasskey } from '#lib/server/auth/lead-to-passkey.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { listReportGyms } from '#lib/server/reports/list-report-gyms.ts';
import { gymPath } from '#lib/wire/gym-path.ts';

export default async function Reports({ children, params }: LayoutProps<'/g/[gym]/reports'>) {
  const context = await openPage('readReports', params);
  const { desk, actor } = context;
  const { location } = actor;
  await leadToPasskey(context, gymPath(location.slug, '/reports'));
  const gyms = await listReportGyms(context);
  return (
    <ReportsLayout hasSeveralGyms={gyms.length > 1}>
      <PageScans locationId={location.id} readers={location.readerProfiles} />
      <KeepCurrent version={desk.version} />
      {children}
    </ReportsLayout>
  );
}
