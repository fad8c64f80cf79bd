'use client';

import { CircleCheck } from 'lucide-react';
import { OfficeSection } from '#components/office/section.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { ReadingState, type ReadingStateProps } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { unsureShownH } from '#lib/wire/messages.ts';
import type { OutboxRow } from '#lib/wire/outbox.ts';
import { OutboxTable, type OutboxTableProps } from './table.tsx';

interface OutboxProps extends Omit<OutboxTableProps, 'rows'> {
  /** Undefined until they are loaded for the first time. */
  rows: readonly OutboxRow[] | undefined;
  /** How many messages may have arrived. */
  unsure: number;
  reading: ReadingStateProps['reading'];
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
}

/** What waits to be sent, or was refused, oldest first. */
export function Outbox({ rows, unsure, reading, more, ...table }: OutboxProps) {
  const t = useTranslations('outbox');
  return (
    <OfficeSection title={t('list')} text={t('text')}>
      <ReadingState of="outbox" reading={reading} />
      <div role="status" className="empty:hidden">
        {rows?.length === 0 && (
          <p className="flex items-center gap-2.5 font-medium text-admitted">
            <CircleCheck aria-hidden className="size-5 shrink-0" /> {t('empty')}
          </p>
        )}
      </div>
      {unsure > 0 && (
        <p className="font-medium text-attention">{t('unsure', { count: unsure, hours: unsureShownH })}</p>
      )}
      {rows && rows.length > 0 && (
        <SectionBoundary title={t('list')} onRetry={reading.refetch}>
          <OutboxTable {...table} rows={rows} />
        </SectionBoundary>
      )}
      {more && (
        <PendingButton className="justify-self-start max-sm:w-full" isPending={more.isPending} onClick={more.onAsk}>
          {t('more')}
        </PendingButton>
      )}
    </OfficeSection>
  );
}
