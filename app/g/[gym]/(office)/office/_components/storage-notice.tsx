'use client';

import { useQuery } from '@tanstack/react-query';
import { StorageBanner } from '#components/check-in/storage-banner.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';

/** Tells on every page of the office that the desk cannot save anything: what is changed here is not kept either. */
export function StorageNotice({ locationId }: { locationId: string }) {
  const { data } = useQuery(statusQuery(locationId));
  return (
    <div role="status" className="empty:hidden">
      {data?.storage && <StorageBanner at="office" storage={data.storage} isManager />}
    </div>
  );
}
