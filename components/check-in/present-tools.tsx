'use client';

import { Segmented } from '#components/ui/segmented.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { presentOrders, type WantedPresent } from './arrange-present.ts';

export interface PresentToolsProps {
  wanted: WantedPresent;
  onChange(wanted: WantedPresent): void;
}

/** Searches and sorts a long presence list. */
export function PresentTools({ wanted, onChange }: PresentToolsProps) {
  const t = useTranslations('present');
  return (
    <div className="flex flex-wrap items-center gap-2 px-4.5 pb-3">
      <input
        value={wanted.name}
        onChange={({ target }) => onChange({ ...wanted, name: target.value })}
        onKeyDown={({ key }) => key === 'Escape' && onChange({ ...wanted, name: '' })}
        dir="auto"
        aria-label={t('filter')}
        placeholder={t('filter')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={100}
        className="min-h-11 min-w-32 flex-1 rounded-md border border-line-strong bg-surface px-3.5 text-ink placeholder:text-ink-faint"
      />
      <Segmented
        label={t('order')}
        isLabelHidden
        value={wanted.order}
        options={presentOrders.map((order) => ({ value: order, label: t(order) }))}
        onChange={(order) => onChange({ ...wanted, order })}
      />
    </div>
  );
}
