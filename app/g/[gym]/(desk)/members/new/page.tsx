import type { Metadata } from 'next';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { NewMemberScreen } from './_components/new-member-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('newMember'))('title'),
});

export default async function NewMemberPage({ params }: PageProps<'/g/[gym]/members/new'>) {
  const { actor } = await openPage('editMembers', params);
  const { id, timeZone } = actor.location;
  return <NewMemberScreen key={id} locationId={id} timeZone={timeZone} />;
}
