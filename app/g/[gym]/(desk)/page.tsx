import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefillMoment } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import { CheckInScreen } from './_components/check-in-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations('pages'))('checkIn') });

export default async function CheckInPage({ params }: PageProps<'/g/[gym]'>) {
  const context = await openPage('readFloor', params);
  const { actor, staff } = context;
  // trainers start on the training floor
  if (!isAllowed(staff.role, 'recordVisits')) redirect(gymPath(actor.location.slug, '/floor'));
  const { id, demoCards } = actor.location;
  const queryClient = new QueryClient();
  // the browser reads today's taps itself: its clock decides which are today's
  await Promise.all([
    prefillMoment(queryClient, context, { name: 'presence', input: {} }),
    prefillMoment(queryClient, context, { name: 'status', input: {} }),
  ]);
  // the key: another location starts with fresh state
  return (
    <Prefilled key={id} state={dehydrate(queryClient)}>
      <CheckInScreen isDemo={demoCards.length > 0} />
    </Prefilled>
  );
}
