import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefillFirstPage } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { staffView } from '#lib/server/staff/colleague.ts';
import { retention } from '#lib/wire/retention.ts';
import { MemberFileScreen } from './_components/member-file-screen.tsx';
import { OptOutsScreen } from './_components/opt-outs-screen.tsx';
import { RetentionScreen } from './_components/retention-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('membersData'),
});

export default async function MembersDataPage({ params }: PageProps<'/g/[gym]/office/members-data'>) {
  const context = await openPage('manageLocation', params);
  const { id: locationId, timeZone } = context.actor.location;
  const t = await getTranslations();
  const queryClient = new QueryClient();
  await prefillFirstPage(queryClient, context, { name: 'optOuts', input: {} });
  return (
    <Prefilled key={locationId} state={dehydrate(queryClient)}>
      <SectionBoundary title={t('optOuts.title')}>
        <OptOutsScreen locationId={locationId} timeZone={timeZone} />
      </SectionBoundary>
      <SectionBoundary title={t('memberFile.title')}>
        <MemberFileScreen locationId={locationId} timeZone={timeZone} />
      </SectionBoundary>
      <SectionBoundary title={t('retention.title')} isOfPage>
        <RetentionScreen
          locationId={locationId}
          staff={staffView(context.staff)}
          retention={retention.parse(context.actor.location)}
        />
      </SectionBoundary>
    </Prefilled>
  );
}
