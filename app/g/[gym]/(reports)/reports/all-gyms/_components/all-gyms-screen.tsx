'use client';

import { useQueries } from '@tanstack/react-query';
import { AllGyms } from '#components/reports/all-gyms.tsx';
import { gymNowQuery } from '#lib/browser/queries/report-queries.ts';
import type { ReportGym } from '#lib/wire/gym-now.ts';
import { pathAt } from '#lib/wire/path-at.ts';

interface AllGymsScreenProps {
  /** The gym of this page. */
  locationId: string;
  gyms: readonly ReportGym[];
  mayManage: boolean;
}

/** All gyms at this moment. Each is asked by itself, so that one that fails does not hide the others, and the permission is that gym's. */
export function AllGymsScreen({ locationId, gyms, mayManage }: AllGymsScreenProps) {
  const answers = useQueries({ queries: gyms.map(({ id }, index) => gymNowQuery(id, index / gyms.length)) });
  return (
    <AllGyms
      gyms={gyms.map((gym, index) => ({
        ...gym,
        now: answers[index]?.isError ? 'failed' : (answers[index]?.data ?? 'loading'),
      }))}
      mayManage={mayManage}
      fileHref={pathAt(locationId, '/api/desk/reports/all-gyms/file')}
    />
  );
}
