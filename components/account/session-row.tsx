import { useId } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { firstClick } from '#components/ui/first-click.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { OwnSession } from '#lib/wire/account.ts';

interface SessionRowProps {
  session: OwnSession;
  timeZone: string;
  isPending: boolean;
  onEnd(): void;
}

export function SessionRow({ session, timeZone, isPending, onEnd }: SessionRowProps) {
  const t = useTranslations('account.sessions');
  const nameId = useId();
  const { time } = useLocationFormat(timeZone);
  const { browser, startedAt, activeAt, isThis } = session;
  return (
    <li
      aria-labelledby={nameId}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span id={nameId} className="font-medium">
            {browser ?? t('unknown')}
          </span>
          {isThis && <Badge look="accent">{t('this')}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">{t('since', { start: time(startedAt), active: time(activeAt) })}</p>
      </div>
      {!isThis && (
        <Button aria-disabled={isPending} aria-describedby={nameId} onClick={firstClick(() => !isPending && onEnd())}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}
