'use client';

import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

const TryIt = onDemand(async () => (await import('./try-it.tsx')).TryIt);

/** The demo's tools: cards to scan without a reader, and a simulated outage. Loaded when opened. */
export function DemoCorner() {
  const t = useTranslations('demo');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TryIt isWanted onClose={() => setOpen(false)} />;
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line-strong border-dashed bg-surface px-4.5 py-2 text-left hover:border-accent"
    >
      <FlaskConical aria-hidden className="size-5 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block font-semibold">{t('tryIt')}</span>
        <span className="block text-ink-soft text-sm">{t('tryItText')}</span>
      </span>
    </button>
  );
}
