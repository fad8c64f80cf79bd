'use client';

import { type DragEvent, type ReactElement, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { cn } from '#components/ui/class-names.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { BadLine, StartOutcome } from '#lib/wire/migration.ts';

interface MigrationFileProps {
  /** Whether another list is unfinished: a new one has to wait. */
  isUnderWay: boolean;
  onFile(file: File): Promise<ActionResult<StartOutcome>>;
  /** Called when the desk has responded. */
  onAnswer(): Promise<unknown>;
}

/** Uploads a list of user ids, dropped or chosen as a file, and shows what it contains. */
export function MigrationFile({ isUnderWay, onFile, onAnswer }: MigrationFileProps) {
  const t = useTranslations('migration.list');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [started, setStarted] = useState<StartOutcome | null>(null);
  const send = useAction(onFile, { onDone: onAnswer });

  const take = async (file: File | undefined) => {
    if (!file || send.isPending) return;
    setStarted(null);
    const answer = await send.run(file);
    if (answer?.ok) setStarted(answer.value);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <OfficeSection title={t('title')} text={t('text')}>
      {!isUnderWay && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={cn(
            'flex min-h-24 flex-wrap items-center justify-center gap-3 rounded-md border-2 border-dashed p-4',
            isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        >
          <span className="text-ink-soft max-sm:hidden">{t('drop')}</span>
          <PendingButton isPending={send.isPending} onClick={() => input.current?.click()}>
            {t(send.isPending ? 'sending' : 'choose')}
          </PendingButton>
          <input
            ref={input}
            hidden
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // otherwise choosing the same file again would fire no `change` event
              currentTarget.value = '';
              void take(file);
            }}
          />
        </div>
      )}
      <Problem>{send.failure}</Problem>
      <div role="status" className="grid gap-1 empty:hidden">
        {started && <Started outcome={started} />}
        {isUnderWay && !started && <p className="text-ink-soft">{t('underWay')}</p>}
      </div>
    </OfficeSection>
  );
}

function Started({ outcome }: { outcome: StartOutcome }): ReactElement {
  const t = useTranslations('migration.list');
  switch (outcome.kind) {
    case 'underWay':
      return <p className="font-medium text-refused">{t('underWay')}</p>;
    case 'refused':
      return (
        <>
          <p className="font-medium text-refused">{t(`refusals.${outcome.because}`)}</p>
          <BadLines lines={outcome.firstBad} isCut={false} />
        </>
      );
    case 'started':
      return (
        <>
          <p className="font-medium">{t('started', { ids: outcome.ids })}</p>
          {outcome.repeated > 0 && <p>{t('repeated', { count: outcome.repeated })}</p>}
          {outcome.bad > 0 && (
            <p>
              {t('bad', { count: outcome.bad })}{' '}
              <BadLines lines={outcome.firstBad} isCut={outcome.bad > outcome.firstBad.length} />
            </p>
          )}
        </>
      );
  }
}

function BadLines({ lines, isCut }: { lines: readonly BadLine[]; isCut: boolean }) {
  const t = useTranslations('migration.list');
  const texts = lines.map(({ line, problem }) =>
    t('badLine', { line: String(line), problem: t(`problems.${problem}`) }),
  );
  return <span className="text-ink-soft">{[...texts, ...(isCut ? [t('badMore')] : [])].join(', ')}</span>;
}
