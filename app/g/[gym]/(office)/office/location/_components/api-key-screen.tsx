'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiKeyForm } from '#components/office/api-key-form.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';

interface ApiKeyScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
  save(input: { locationId: string; apiKey: string }): Promise<ActionResult<ApiKeyOutcome>>;
}

export function ApiKeyScreen({ locationId, timeZone, staff, save }: ApiKeyScreenProps) {
  const queryClient = useQueryClient();
  const status = useQuery(statusQuery(locationId));
  return (
    <ApiKeyForm
      connection={status.data?.connection}
      reading={<ReadingState of="status" reading={status} />}
      timeZone={timeZone}
      staff={staff}
      onSave={(apiKey) => save({ locationId, apiKey })}
      onKept={() => queryClient.invalidateQueries({ queryKey: statusQuery(locationId).queryKey })}
    />
  );
}
