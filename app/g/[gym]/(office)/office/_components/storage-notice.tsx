'use client';

import { useQuery } from '@tanstack/react-query';
import { StorageBanner } from '#components/check-in/storage-banner.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';

/** A notice on every page of the office that the desk cannot write to its storage, so that no change is saved. */
export function StorageNotice({ locationId }: { locationId: string }) {
  const { data } = useQuery(statusQuery(locationId));
  return (
    <div role="status" className="empty:hidden">
      {data?.storage && <StorageBanner at="office" storage={data.storage} isManager />}
    </div>
  );
}
