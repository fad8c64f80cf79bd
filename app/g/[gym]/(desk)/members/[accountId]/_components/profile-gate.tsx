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

/** Shows a member's page for as long as there is the member: whoever removes them, and wherever. */
export function ProfileGate({ accountId, locationId, children }: ProfileGateProps) {
  const router = useRouter();
  const { data } = useQuery(profileQuery(locationId, accountId));
  const isGone = data?.kind === 'gone';
  useEffect(() => {
    // what the browser keeps of visited pages, the name in the title among it, goes too
    if (isGone) router.refresh();
  }, [isGone, router]);
  return isGone ? <MemberGone /> : children;
}
