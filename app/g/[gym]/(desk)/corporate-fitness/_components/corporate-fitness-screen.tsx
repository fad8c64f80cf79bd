'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { CorporateFitness } from '#components/corporate-fitness/corporate-fitness.tsx';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { corporateEndingsQuery } from '#lib/browser/queries/list-queries.ts';
import type { DayRange, QuickRanges } from '#lib/wire/corporate-fitness.ts';
import { platformTroubles } from '#lib/wire/platform-trouble.ts';

interface CorporateFitnessScreenProps {
  locationId: string;
  timeZone: string;
  /** From the address, so that Back restores it. */
  range: DayRange;
  quickRanges: QuickRanges;
}

const failureOf = (error: Error) =>
  platformTroubles.find((trouble) => error instanceof ReadError && error.code === trouble) ?? 'other';

export function CorporateFitnessScreen({ locationId, range, ...props }: CorporateFitnessScreenProps) {
  const router = useRouter();
  const toGym = useGymPath();
  const [isChoosing, startChoosing] = useTransition();
  const choose = ({ from, to }: DayRange) =>
    startChoosing(() => router.push(toGym(`/corporate-fitness?${new URLSearchParams({ from, to })}`)));
  const { data, error, refetch } = useQuery(corporateEndingsQuery(locationId, range));
  return (
    <CorporateFitness
      {...props}
      range={range}
      isChoosing={isChoosing}
      onChooseRange={choose}
      entries={data?.entries}
      unreadable={data?.unreadable ?? 0}
      failure={error && failureOf(error)}
      onRetry={() => refetch()}
    />
  );
}
