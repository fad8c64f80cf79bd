import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { prefill } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { StaffScreen } from './_components/staff-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('staff'),
});

export default async function StaffPage({ params }: PageProps<'/g/[gym]/office/staff'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const t = await getTranslations('office.sections');
  const queryClient = new QueryClient();
  await prefill(queryClient, context, { name: 'staff', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <SectionBoundary key={id} title={t('staff')}>
        <StaffScreen locationId={id} timeZone={timeZone} ownId={context.staff.id} />
      </SectionBoundary>
    </Prefilled>
  );
}
