import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageScans } from '#app/_components/page-scans.tsx';
import { isBadge } from '#app/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { openPage } from '#lib/auth/open-page.ts';
import { readLegacy } from '#lib/desk/legacy-connectivity/read-legacy.ts';
import { legacyQuery } from '#lib/queries/office-queries.ts';
import { LegacyNotice } from './_components/legacy-notice.tsx';

export default async function Office({ children }: { children: ReactNode }) {
  const context = await openPage('manageLocation');
  const { location } = context.actor;
  const queryClient = new QueryClient();
  queryClient.setQueryData(legacyQuery(location.id).queryKey, await readLegacy(context));
  return (
    <OfficeLayout>
      <PageScans locationId={location.id} isBadge={isBadge} endKey={location.readerProfile.endKey} />
      <HydrationBoundary state={dehydrate(queryClient)}>
        <LegacyNotice locationId={location.id} />
      </HydrationBoundary>
      {children}
    </OfficeLayout>
  );
}
