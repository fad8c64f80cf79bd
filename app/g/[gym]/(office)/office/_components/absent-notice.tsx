'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AbsentMembersNotice } from '#components/office/absent-members.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';
import type { AbsentDecision, AbsentOutcome } from '#lib/wire/absent-members.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

interface AbsentNoticeProps {
  locationId: string;
  decide(input: AbsentDecision & { locationId: string }): Promise<ActionResult<AbsentOutcome>>;
}

/** Tells on every page of the office that many members are missing, until a manager has decided. */
export function AbsentNotice({ locationId, decide }: AbsentNoticeProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(statusQuery(locationId));
  return (
    <div role="status" className="empty:hidden">
      {data?.absent && (
        <AbsentMembersNotice
          absent={data.absent}
          onDecide={(decision) => decide({ ...decision, locationId })}
          onDecided={() => queryClient.invalidateQueries({ queryKey: statusQuery(locationId).queryKey })}
        />
      )}
    </div>
  );
}
