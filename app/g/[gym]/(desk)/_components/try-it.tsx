'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { switchPlatform } from '#app/g/[gym]/(desk)/demo-actions.ts';
import { TryItPanel } from '#components/check-in/try-it-panel.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { ReadingState } from '#components/reading/section-state.tsx';
import { demoQuery } from '#lib/browser/queries/desk-queries.ts';
import { useReception } from './reception-context.ts';

/** The demo's cards, each with a button in place of a reader, and a switch that simulates an outage of the platform. */
export function TryIt({ onClose }: { onClose(): void }) {
  const { location, lookUp } = useReception();
  const { queryKey, ...query } = demoQuery(location.id);
  const demo = useQuery({ queryKey, ...query });
  const queries = useQueryClient();
  const outage = useAction(switchPlatform, {
    tellsByNote: true,
    onDone: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <TryItPanel
      demo={demo.data}
      reading={<ReadingState of="demo" reading={demo} />}
      isSwitching={outage.isPending}
      onSwitch={(isThere) => void outage.run({ locationId: location.id, isAway: !isThere })}
      onScan={(value) => lookUp(value, 'scan')}
      onClose={onClose}
    />
  );
}
