import type { ReactNode } from 'react';
import { PageScans } from '#app/_components/page-scans.tsx';
import { isBadge } from '#app/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { openPage } from '#lib/auth/open-page.ts';

export default async function Office({ children }: { children: ReactNode }) {
  const { at } = await openPage('manageLocation');
  return (
    <OfficeLayout>
      <PageScans locationId={at.location.id} isBadge={isBadge} endKey={at.location.readerProfile.endKey} />
      {children}
    </OfficeLayout>
  );
}
