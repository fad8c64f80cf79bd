'use client';

import { useQuery } from '@tanstack/react-query';
import { ProfileHead } from '#components/profile/head.tsx';
import { profileQuery } from '#lib/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export function HeadSection({ accountId, locationId, timeZone }: SectionProps) {
  const { data } = useQuery(profileQuery(locationId, accountId));
  if (data?.kind !== 'current' && data?.kind !== 'remembered') return null;
  const confirmedAt = data.kind === 'remembered' ? data.confirmedAt : null;
  return <ProfileHead profile={data.profile} confirmedAt={confirmedAt} timeZone={timeZone} />;
}
