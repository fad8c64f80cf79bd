'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { ApiKeyForm, type ApiKeyProblem } from '#components/office/api-key-form.tsx';
import { toast } from '#components/ui/toast.ts';
import { statusQuery } from '#lib/queries/desk-queries.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';

export interface ApiKeyScreenProps {
  locationId: string;
  timeZone: string;
  save(input: { locationId: string; apiKey: string }): Promise<ActionResult<ApiKeyOutcome>>;
}

export function ApiKeyScreen({ locationId, timeZone, save }: ApiKeyScreenProps) {
  const t = useTranslations('office.key');
  const call = useCallAction();
  const queryClient = useQueryClient();
  const { data } = useQuery(statusQuery(locationId));
  const onSave = async (apiKey: string) => {
    let problem: ApiKeyProblem | null = null;
    const saved = await call(() => save({ locationId, apiKey }), {
      onInvalid: () => {
        problem = 'invalid';
      },
    });
    if (saved?.value.kind !== 'kept') return saved?.value.kind ?? problem;
    toast.success(t('kept'));
    await queryClient.invalidateQueries({ queryKey: statusQuery(locationId).queryKey });
    return 'kept' as const;
  };
  return <ApiKeyForm connection={data?.connection} timeZone={timeZone} onSave={onSave} />;
}
