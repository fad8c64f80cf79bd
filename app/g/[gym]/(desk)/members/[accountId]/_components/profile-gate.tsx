'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { MemberGone } from '#components/profile/gone.tsx';
import { notesQuery, profileQuery } from '#lib/browser/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

interface ProfileGateProps extends Pick<SectionProps, 'accountId' | 'locationId'> {
  children: ReactNode;
}

/** Renders a member's page until the member is removed, here or elsewhere. */
export function ProfileGate({ accountId, locationId, children }: ProfileGateProps) {
  const router = useRouter();
  const { data } = useQuery(profileQuery(locationId, accountId));
  const isGone = data?.kind === 'gone';
  const queryClient = useQueryClient();
  const notes = useQuery(notesQuery(locationId, accountId));
  const wasForgotten = notes.data?.wasForgotten ?? false;
  useEffect(() => {
    // the page may have missed the event, since its connection was interrupted or not open yet: the profile, which comes from
    // the platform, is not read again after a gap
    if (wasForgotten) void queryClient.invalidateQueries({ queryKey: profileQuery(locationId, accountId).queryKey });
  }, [queryClient, wasForgotten, locationId, accountId]);
  useEffect(() => {
    // also clears the router's cache, whose pages include the name
    if (isGone) router.refresh();
  }, [isGone, router]);
  return isGone ? <MemberGone /> : children;
}
