import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
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
  // a trainer's day begins on the training floor
  if (!isAllowed(staff.role, 'recordVisits')) redirect(gymPath(actor.location.slug, '/floor'));
  const { id, demoCards } = actor.location;
  const queryClient = new QueryClient();
  // the last taps are read by the browser, whose clock says which of them are of today
  await Promise.all([
    prefillMoment(queryClient, context, { name: 'presence', input: {} }),
    prefillMoment(queryClient, context, { name: 'status', input: {} }),
  ]);
  // the key: another location is another page, with nothing of the one before in its memory
  return (
    <HydrationBoundary key={id} state={dehydrate(queryClient)}>
      <CheckInScreen isDemo={demoCards.length > 0} />
    </HydrationBoundary>
  );
}
