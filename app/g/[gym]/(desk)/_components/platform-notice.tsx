'use client';

import { settleVisits } from '#app/g/[gym]/(desk)/actions.ts';
import { PlatformBanner } from '#components/check-in/platform-banner.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { useReception } from './reception-context.ts';

/** Problems between the desk and the platform, and what the manager can do about them. */
export function PlatformNotice({ status }: { status: PlatformStatus }) {
  const { location, staff } = useReception();
  const settle = useAction(settleVisits, { tellsByNote: true });
  return (
    <PlatformBanner
      status={status}
      role={staff.role}
      timeZone={location.timeZone}
      settling={settle.pendingInput?.state ?? null}
      onSettle={(state, count) => void settle.run({ locationId: location.id, state, count })}
    />
  );
}
