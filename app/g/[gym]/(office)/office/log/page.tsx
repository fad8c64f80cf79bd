import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefilled } from '#components/reading/prefilled.tsx';
import { prefillFirstPage } from '#lib/server/actions/prefill.ts';
import { openPage } from '#lib/server/auth/open-page.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { readLogFilter } from '#lib/wire/audit-log.ts';
import { LogScreen } from './_components/log-screen.tsx';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('office.sections'))('log'),
});

export default async function LogPage({ params, searchParams }: PageProps<'/g/[gym]/office/log'>) {
  const context = await openPage('manageLocation', params);
  const { id, timeZone } = context.actor.location;
  const asked = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one] as const])),
  );
  const filter = readLogFilter(asked);
  const queryClient = new QueryClient();
  await prefillFirstPage(queryClient, context, { name: 'auditEntries', input: filter });
  return (
    <Prefilled state={dehydrate(queryClient)}>
      <LogScreen key={id} locationId={id} timeZone={timeZone} />
    </Prefilled>
  );
}
