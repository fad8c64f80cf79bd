'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { gettingStartedQuery } from '#lib/browser/queries/office-queries.ts';

/** The office, with Getting started in its navigation until everything of it is done. */
export function IndexedOffice({ locationId, children }: { locationId: string; children: ReactNode }) {
  const { data } = useQuery(gettingStartedQuery(locationId));
  return <OfficeLayout isSetUpDone={data?.doneAt !== null}>{children}</OfficeLayout>;
}
