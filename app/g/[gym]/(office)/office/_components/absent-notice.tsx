'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { decideAbsent } from '#app/g/[gym]/(office)/office/actions.ts';
import { AbsentMembersNotice } from '#components/office/absent-members.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';

/** A notice on every page of the office that many members are missing, until a manager has decided about them. */
export function AbsentNotice({ locationId }: { locationId: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(statusQuery(locationId));
  return (
    <div role="status" className="empty:hidden">
      {data?.absent && (
        <AbsentMembersNotice
          absent={data.absent}
          onDecide={(decision) => decideAbsent({ ...decision, locationId })}
          onDecided={() => queryClient.invalidateQueries({ queryKey: statusQuery(locationId).queryKey })}
        />
      )}
    </div>
  );
}
