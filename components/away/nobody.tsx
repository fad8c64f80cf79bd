import { CloudOff } from 'lucide-react';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface NobodyProps {
  /** A user is signed in, and another gym than that of the address works offline. */
  isElsewhere: boolean;
}

/** The desk is unreachable and nothing works offline: no user is signed in at this browser, or never opened this gym here. */
export function Nobody({ isElsewhere }: NobodyProps) {
  const t = useTranslations('away');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <CloudOff aria-hidden className="size-12 text-ink-faint" strokeWidth={1.5} />
      <h1 className="font-semibold text-2xl">{t('title')}</h1>
      <p className="text-ink-soft">{t(isElsewhere ? 'notThisGym' : 'nobody')}</p>
      {isElsewhere && (
        <a href="/" className={buttonLooks({ look: 'main' })}>
          {t('lastGym')}
        </a>
      )}
      <Button look={isElsewhere ? 'plain' : 'main'} onClick={() => window.location.reload()}>
        {t('retry')}
      </Button>
    </main>
  );
}
