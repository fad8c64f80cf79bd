'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dismissUnsent, retryUnsent } from '#app/g/[gym]/(office)/office/outbox/actions.ts';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { Dismiss } from '#components/outbox/dismiss.tsx';
import { Outbox } from '#components/outbox/outbox.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { outboxQuery } from '#lib/browser/queries/office-queries.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { OutboxOutcome, OutboxRow } from '#lib/wire/outbox.ts';

const GiveToMember = onDemand(
  async () => (await import('#app/g/[gym]/(desk)/_components/give-to-member.tsx')).GiveToMember,
);

interface OutboxScreenProps {
  locationId: string;
  timeZone: string;
}

type Asked = { kind: 'dismiss'; row: OutboxRow } | { kind: 'give'; row: OutboxRow; card: CardInHand };

/** What has not reached the member system, and what the manager can do about it. */
export function OutboxScreen({ locationId, timeZone }: OutboxScreenProps) {
  const t = useTranslations('outbox');
  const queryClient = useQueryClient();
  const query = outboxQuery(locationId);
  const outbox = useInfiniteQuery(query);
  const [asked, setAsked] = useState<Asked | null>(null);
  // not awaited: the next row can be pressed before all opened pages are read again
  const refresh = () => void queryClient.invalidateQueries({ queryKey: query.queryKey });
  const tell = (done: 'retried' | 'dismissed' | 'given', { kind }: OutboxOutcome) => {
    if (kind === 'done') toast.success(t(`done.${done}`));
    else toast.info(t(`meanwhile.${kind}`));
    refresh();
  };
  const retry = useAction(retryUnsent, { onDone: (outcome) => tell('retried', outcome), tellsByNote: true });
  const sendGiven = useAction(retryUnsent, { onDone: (outcome) => tell('given', outcome), tellsByNote: true });
  const close = () => setAsked(null);
  const sendAsked = ({ ledger, id }: OutboxRow) => {
    close();
    void sendGiven.run({ locationId, ledger, id });
  };
  const pages = outbox.data?.pages;
  // a row that was retried between the reads of two pages may be on both
  const rows = pages && [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
  return (
    <>
      <Outbox
        timeZone={timeZone}
        rows={rows}
        unsure={pages?.[0]?.unsure ?? 0}
        reading={outbox}
        more={
          outbox.hasNextPage ? { isPending: outbox.isFetchingNextPage, onAsk: () => void outbox.fetchNextPage() } : null
        }
        pending={retry.pendingInput?.id ?? null}
        onRetry={({ ledger, id }) => void retry.run({ locationId, ledger, id })}
        onDismiss={(row) => setAsked({ kind: 'dismiss', row })}
        onGive={(row, card) => setAsked({ kind: 'give', row, card })}
      />
      {asked?.kind === 'dismiss' && (
        <DialogBoundary of={asked.row.id} onClose={close}>
          <Dismiss
            row={asked.row}
            timeZone={timeZone}
            onDismiss={(reason) => {
              const { ledger, id } = asked.row;
              return dismissUnsent({ locationId, ledger, id, reason });
            }}
            onDone={(outcome) => {
              close();
              return tell('dismissed', outcome);
            }}
            onClose={close}
          />
        </DialogBoundary>
      )}
      {asked?.kind === 'give' && (
        <DialogBoundary of={asked.row.id} onClose={close}>
          <GiveToMember
            isWanted
            locationId={locationId}
            timeZone={timeZone}
            card={asked.card}
            onGiven={() => sendAsked(asked.row)}
            onLookUp={() => sendAsked(asked.row)}
            onClose={close}
          />
        </DialogBoundary>
      )}
    </>
  );
}
