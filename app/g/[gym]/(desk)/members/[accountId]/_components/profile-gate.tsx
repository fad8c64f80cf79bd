'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { MemberGone } from '#components/profile/gone.tsx';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

interface ProfileGateProps extends Pick<SectionProps, 'accountId' | 'locationId'> {
  children: ReactNode;
}

/** Renders a member's page until the member is removed, here or elsewhere. */
export function ProfileGate({ accountId, locationId, children }: ProfileGateProps) {
  const router = useRouter();
  const { data } = useQuery(profileQuery(locationId, accountId));
  const isGone = data?.kind === 'gone';
  useEffect(() => {
    // also clears the router's cache, whose titles include the name
    if (isGone) router.refresh();
  }, [isGone, router]);
  return isGone ? <MemberGone /> : children;
}
