import { ScanLine } from 'lucide-react';
import { useTranslations } from 'next-intl';

export function VerdictIdle() {
  const t = useTranslations('verdict');
  return (
    <div className="grid min-h-[inherit] place-content-center justify-items-center gap-2 p-6 text-center">
      <ScanLine aria-hidden className="size-12 text-ink-faint" strokeWidth={1.5} />
      <p className="font-semibold text-xl">{t('idleTitle')}</p>
      <p className="max-w-prose text-ink-soft">{t('idleText')}</p>
    </div>
  );
}
