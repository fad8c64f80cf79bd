import type { Metadata } from 'next';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { ReadersScreen } from './_components/readers-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('readers'),
});

export default async function ReadersPage({ params }: PageProps<'/g/[gym]/office/readers'>) {
  const { actor } = await openPage('manageLocation', params);
  const { id, timeZone, readerProfiles } = actor.location;
  const t = await getTranslations('office.sections');
  return (
    <SectionBoundary key={id} title={t('readers')} isOfPage>
      <ReadersScreen locationId={id} timeZone={timeZone} profiles={readerProfiles} />
    </SectionBoundary>
  );
}
