import { CloudOff } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** The desk is unreachable and no user is signed in at this browser: nothing works offline. */
export function Nobody() {
  const t = useTranslations('away');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <CloudOff aria-hidden className="size-12 text-ink-faint" strokeWidth={1.5} />
      <h1 className="font-semibold text-2xl">{t('title')}</h1>
      <p className="text-ink-soft">{t('nobody')}</p>
      <Button look="main" onClick={() => window.location.reload()}>
        {t('retry')}
      </Button>
    </main>
  );
}
