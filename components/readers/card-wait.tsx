import { ScanLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface CardWaitProps {
  title: string;
  /** Takes the focus: a key that a reader sends must press no button. */
  isFocused?: boolean;
  /** Whether the reader has sent something before, so that it works. */
  isHeard?: boolean;
  children?: ReactNode;
}

/** Waits for a card at the reader, and says what to do if nothing arrives. */
export function CardWait({ title, isFocused = false, isHeard = false, children }: CardWaitProps) {
  const t = useTranslations('readers');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.focus();
  }, [isFocused]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      data-autofocus={isFocused ? true : undefined}
      className="grid gap-1.5 rounded-md bg-accent-soft px-4 py-3.5 outline-none"
    >
      <p className="flex items-center gap-3 font-semibold text-lg">
        <ScanLine aria-hidden className="size-6 shrink-0 text-accent" />
        {title}
      </p>
      <p className="text-ink-soft">{t('find.holdText')}</p>
      {!isHeard && <p className="text-ink-soft text-sm">{t('preview.nothing')}</p>}
      {children}
    </div>
  );
}
