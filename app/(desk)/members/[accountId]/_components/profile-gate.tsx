'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { MemberGone } from '#components/members/member-gone.tsx';
import { profileQuery } from '#lib/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export interface ProfileGateProps extends Pick<SectionProps, 'accountId' | 'locationId'> {
  /** What the page is called once the member is gone. */
  titleWhenGone: string;
  children: ReactNode;
}

/** Shows a member's page for as long as there is the member: whoever removes them, and wherever. */
export function ProfileGate({ accountId, locationId, titleWhenGone, children }: ProfileGateProps) {
  const { data } = useQuery(profileQuery(locationId, accountId));
  const isGone = data?.kind === 'gone';
  useEffect(() => {
    if (isGone) document.title = titleWhenGone;
  }, [isGone, titleWhenGone]);
  return isGone ? <MemberGone /> : children;
}
