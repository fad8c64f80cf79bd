import { dehydrate, QueryClient } from '@tanstack/react-query';
import { KeepCurrent } from '#app/_components/keep-current.tsx';
import { PageScans } from '#app/_components/page-scans.tsx';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill, prefillMoment } from '#lib/server/actions/prefill.ts';
import { leadToPasskey } from '#lib/server/auth/lead-to-passkey.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { AbsentNotice } from './_components/absent-notice.tsx';
import { IndexedOffice } from './_components/indexed-office.tsx';
import { LegacyNotice } from './_components/legacy-notice.tsx';
import { OptOutNotice } from './_components/opt-out-notice.tsx';
import { StorageNotice } from './_components/storage-notice.tsx';

export default async function Office({ children, params }: LayoutProps<'/g/[gym]/office'>) {
  const context = await openPage('manageLocation', params);
  const { desk, actor } = context;
  const { location } = actor;
  await leadToPasskey(context, gymPath(location.slug, '/office'));
  const t = await getTranslations('errors');
  const queryClient = new QueryClient();
  await Promise.all([
    prefill(queryClient, context, { name: 'gettingStarted', input: {} }),
    prefill(queryClient, context, { name: 'legacy', input: {} }),
    prefill(queryClient, context, { name: 'optOutNotice', input: {} }),
    prefillMoment(queryClient, context, { name: 'status', input: {} }),
  ]);
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <IndexedOffice locationId={location.id}>
        <PageScans locationId={location.id} readers={location.readerProfiles} />
        <SectionBoundary title={t('notices')}>
          <StorageNotice locationId={location.id} />
        </SectionBoundary>
        <SectionBoundary title={t('notices')}>
          <AbsentNotice locationId={location.id} />
        </SectionBoundary>
        <SectionBoundary title={t('notices')}>
          <LegacyNotice locationId={location.id} />
        </SectionBoundary>
        <SectionBoundary title={t('notices')}>
          <OptOutNotice locationId={location.id} timeZone={location.timeZone} />
        </SectionBoundary>
        <KeepCurrent version={desk.version} />
        {children}
      </IndexedOffice>
    </Prefilled>
  );
}
