'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { saveApiKey } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { ApiKeyForm } from '#components/office/api-key-form.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { statusQuery } from '#lib/browser/queries/desk-queries.ts';

interface ApiKeyScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
}

export function ApiKeyScreen({ locationId, timeZone, staff }: ApiKeyScreenProps) {
  const queryClient = useQueryClient();
  const status = useQuery(statusQuery(locationId));
  return (
    <ApiKeyForm
      connection={status.data?.connection}
      reading={<ReadingState of="status" reading={status} />}
      timeZone={timeZone}
      staff={staff}
      onSave={(apiKey) => saveApiKey({ locationId, apiKey })}
      onKept={() => queryClient.invalidateQueries({ queryKey: statusQuery(locationId).queryKey })}
    />
  );
}
