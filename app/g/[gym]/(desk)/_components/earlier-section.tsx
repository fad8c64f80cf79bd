'use client';

import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { EarlierVerdicts as Earlier } from '#components/check-in/earlier-verdicts.tsx';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';
import { todayQuery } from '#lib/browser/queries/desk-queries.ts';
import { earlierOf } from '#lib/browser/taps/earlier.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { useReception } from './reception-context.ts';

// not rendered again by a scan that does not change it
const EarlierVerdicts = memo(Earlier);

/** Today's verdicts, and unseen failures of yesterday, except the one on show: those of this browser and those that the desk has of the location. */
export function EarlierSection({ onChoose }: { onChoose(verdict: Verdict): void }) {
  const { location, history, today } = useReception();
  const { timeZone } = location;
  const { verdicts, shownTapId, unseenTapIds } = history;
  const { data: scans } = useQuery(todayQuery(location.id));
  const earlier = useMemo(() => {
    const isToday = ({ tappedAt }: Verdict) => dayInZone(tappedAt, timeZone) === today;
    return earlierOf({ verdicts, shownTapId, unseenTapIds }, scans, isToday);
  }, [verdicts, shownTapId, unseenTapIds, scans, timeZone, today]);
  // an empty list says that nothing was scanned: not before the desk has answered
  if (earlier.length === 0 && scans === undefined) return null;
  return <EarlierVerdicts verdicts={earlier} unseenTapIds={unseenTapIds} onChoose={onChoose} timeZone={timeZone} />;
}
