'use client';

import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** Prints the report with all its numbers, also by the browser's own command. */
export function PrintButton() {
  const t = useTranslations('reports');
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const show = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('details[data-numbers]:not([open])')];
      for (const numbers of opened) numbers.open = true;
    };
    const hide = () => {
      for (const numbers of opened) numbers.open = false;
    };
    window.addEventListener('beforeprint', show);
    window.addEventListener('afterprint', hide);
    return () => {
      window.removeEventListener('beforeprint', show);
      window.removeEventListener('afterprint', hide);
    };
  }, []);
  return (
    <Button className="print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden className="size-5" />
      {t('print')}
    </Button>
  );
}
