'use client';

import { useQuery } from '@tanstack/react-query';
import { PersonDetails } from '#components/members/person-details.tsx';
import { profileQuery } from '#lib/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export function PersonSection({ accountId, locationId, timeZone }: SectionProps) {
  const { data } = useQuery(profileQuery(locationId, accountId));
  if (data?.kind !== 'current' && data?.kind !== 'remembered') return null;
  return <PersonDetails profile={data.profile} timeZone={timeZone} />;
}
