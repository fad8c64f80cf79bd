'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkOptOuts, confirmOptOuts } from '#app/g/[gym]/(office)/office/members-data/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { ConfirmOptOuts } from '#components/members-data/confirm-opt-outs.tsx';
import { OptOuts } from '#components/members-data/opt-outs.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { optOutsQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { OptOutState } from '#lib/wire/opt-outs.ts';

interface OptOutsScreenProps {
  locationId: string;
  timeZone: string;
}

/** The daily matching of opted-out members, on demand too, and its proof. */
export function OptOutsScreen({ locationId, timeZone }: OptOutsScreenProps) {
  const t = useTranslations('optOuts');
  useLiveUpdates(locationId);
  const reading = useInfiniteQuery(optOutsQuery(locationId));
  const [asked, setAsked] = useState<OptOutState['asked']>(null);
  const check = useAction(() => checkOptOuts({ locationId }), {
    tellsByNote: true,
    onDone: ({ pausedUntil }) => {
      if (pausedUntil === null) toast.success(t('requested'));
      return reading.refetch();
    },
  });
  const pages = reading.data?.pages;
  return (
    <>
      <OptOuts
        timeZone={timeZone}
        state={pages?.[0]?.state}
        runs={pages?.flatMap(({ runs }) => runs)}
        reading={reading}
        isRequesting={check.isPending}
        onCheck={() => void check.run()}
        onConfirm={setAsked}
        more={
          reading.hasNextPage
            ? { isPending: reading.isFetchingNextPage, onAsk: () => void reading.fetchNextPage() }
            : null
        }
      />
      {asked && (
        <ConfirmOptOuts
          asked={asked}
          onConfirm={(seen) => confirmOptOuts({ ...seen, locationId })}
          note={t('confirmed')}
          onDone={() => {
            setAsked(null);
            return reading.refetch();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
