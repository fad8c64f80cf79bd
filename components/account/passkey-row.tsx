import { KeyRound } from 'lucide-react';
import { useId } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { OwnPasskey } from '#lib/wire/passkeys.ts';

interface PasskeyRowProps {
  passkey: OwnPasskey;
  timeZone: string;
  onRename(): void;
  onRemove(): void;
}

export function PasskeyRow({ passkey, timeZone, onRename, onRemove }: PasskeyRowProps) {
  const t = useTranslations('account.passkeys');
  const nameId = useId();
  const { time } = useLocationFormat(timeZone);
  const { name, formerHost, createdAt, lastUsedAt } = passkey;
  return (
    <li
      aria-labelledby={nameId}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0"
    >
      <div className="flex min-w-0 items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <div className="min-w-0">
          <p id={nameId} className="wrap-anywhere font-medium">
            {name}
          </p>
          <p className="text-ink-soft text-sm">
            {t('added', { time: time(createdAt) })}{' '}
            {lastUsedAt === null ? t('neverUsed') : t('lastUsed', { time: time(lastUsedAt) })}
          </p>
          {formerHost !== null && <p className="font-medium text-sm">{t('formerHost', { host: formerHost })}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button aria-describedby={nameId} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button aria-describedby={nameId} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}
