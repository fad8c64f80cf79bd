'use client';

import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo } from 'react';
import { CheckInLayout } from '#components/desk/check-in-layout.tsx';
import { EarlierFrame } from '#components/desk/earlier-frame.tsx';
import { InTheGym as Present } from '#components/desk/in-the-gym.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { PlatformStatus } from '#lib/desk/view.ts';
import { presenceQuery, statusQuery } from '#lib/queries/desk-queries.ts';
import { useReload } from '#lib/version/use-reload.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { isQuiet } from './is-quiet.ts';
import { MemberSearchBox as SearchBox } from './member-search-box.tsx';
import { useReception } from './reception-context.ts';
import { TapToCheckIn } from './tap-to-check-in.tsx';

const Earlier = onDemand(async () => (await import('#components/desk/earlier-verdicts.tsx')).EarlierVerdicts);
const Notices = onDemand(async () => (await import('./notices.tsx')).Notices);

const isNoteworthy = (status: PlatformStatus | undefined) =>
  status !== undefined &&
  (status.connection.state !== 'reachable' ||
    status.waitingVisits > 0 ||
    status.refusedVisits > 0 ||
    status.unresolvedVisits > 0);

// what a scan does not change is not drawn again: the name of the member is waited for
const [MemberSearchBox, EarlierVerdicts, InTheGym] = [memo(SearchBox), memo(Earlier), memo(Present)];

const noneEarlier = <EarlierFrame />;

/**
 * Reception's page for the whole day.
 * @param props.version of which build of the desk this page is
 */
export function CheckInScreen({ version }: { version: string }) {
  const reception = useReception();
  const { location, history, lookingUp, taps, lookUp } = reception;
  useReload(version, () => isQuiet(reception));
  const { timeZone } = location;
  const { verdicts, shownTapId } = history;
  const earlier = useMemo(() => verdicts.filter(({ tapId }) => tapId !== shownTapId), [verdicts, shownTapId]);
  const lookUpTyped = useCallback((value: string) => lookUp(value, 'typed'), [lookUp]);
  const presence = useQuery(presenceQuery(location.id));
  const status = useQuery(statusQuery(location.id));
  return (
    <CheckInLayout
      searchBox={
        <div className="grid gap-2.5">
          <MemberSearchBox
            ref={reception.searchBox}
            locationId={location.id}
            answered={lookingUp?.tapId ?? shownTapId}
            onSubmit={lookUpTyped}
            onChoose={reception.lookUpMember}
          />
          <TapToCheckIn />
        </div>
      }
      verdict={<CurrentVerdict />}
      earlier={
        <EarlierVerdicts
          isWanted={earlier.length > 0}
          meanwhile={noneEarlier}
          verdicts={earlier}
          unseenTapIds={history.unseenTapIds}
          onChoose={reception.choose}
          timeZone={timeZone}
        />
      }
      inTheGym={
        <InTheGym
          presence={presence.data}
          capacity={location.capacity}
          isStale={!reception.isConnected}
          timeZone={timeZone}
        />
      }
      notices={<Notices isWanted={taps.waiting.length > 0 || isNoteworthy(status.data)} status={status.data} />}
    />
  );
}
