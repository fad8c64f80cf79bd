'use client';

import { useQuery } from '@tanstack/react-query';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { ProfileHead, type ProfileHeadProps } from '#components/profile/head.tsx';
import { presenceQuery } from '#lib/browser/queries/desk-queries.ts';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export function HeadSection({
  accountId,
  locationId,
  timeZone,
  parts,
  photo,
}: SectionProps & Pick<ProfileHeadProps, 'parts' | 'photo'>) {
  const { press } = useReception();
  const { data } = useQuery(profileQuery(locationId, accountId));
  const inSince = useQuery({
    ...presenceQuery(locationId),
    select: ({ entries }) => entries.find((entry) => entry.accountId === accountId)?.since ?? null,
  });
  if (data?.kind !== 'current' && data?.kind !== 'remembered') return null;
  return (
    <ProfileHead
      profile={data.profile}
      photo={photo}
      remembered={data.kind === 'remembered' ? data : null}
      inSince={inSince.data}
      parts={parts}
      onPress={(kind) => press({ kind, accountId })}
      timeZone={timeZone}
    />
  );
}
