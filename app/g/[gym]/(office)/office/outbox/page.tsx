import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefillFirstPage } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { OutboxScreen } from './_components/outbox-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('outbox'),
});

export default async function OutboxPage({ params }: PageProps<'/g/[gym]/office/outbox'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const queryClient = new QueryClient();
  await prefillFirstPage(queryClient, context, { name: 'outbox', input: {} });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <OutboxScreen key={id} locationId={id} timeZone={timeZone} />
    </Prefilled>
  );
}
