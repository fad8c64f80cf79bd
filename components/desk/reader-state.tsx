'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { cn } from '#lib/class-names.ts';

/** A reader is a keyboard: it writes into the window in front. All a page can know is whether it is that window. */
export function ReaderState() {
  const t = useTranslations('header');
  const isInFront = useSyncExternalStore(subscribe, hasFocus, () => true);
  return (
    <p
      role="status"
      title={isInFront ? undefined : t('readerAwayLong')}
      className={cn('flex items-center gap-2 text-sm', isInFront ? 'text-ink-soft' : 'font-semibold text-attention')}
    >
      <span
        aria-hidden
        className={cn('size-2.5 shrink-0 rounded-full', isInFront ? 'bg-accent' : 'border-2 border-attention')}
      />
      <span className={cn(isInFront && 'max-xl:sr-only')}>{t(isInFront ? 'readerReady' : 'readerAway')}</span>
    </p>
  );
}

const hasFocus = () => document.hasFocus();

function subscribe(onChange: () => void): () => void {
  window.addEventListener('focus', onChange);
  window.addEventListener('blur', onChange);
  return () => {
    window.removeEventListener('focus', onChange);
    window.removeEventListener('blur', onChange);
  };
}
