import { useFormatter } from 'next-intl';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type VisitTab, visitTabs } from '#lib/wire/visits.ts';

interface VisitTabsProps {
  shown: VisitTab;
  onShow(tab: VisitTab): void;
  /** The number of rows in each; undefined until it is known. */
  counts: Record<VisitTab, number> | undefined;
  children: ReactNode;
}

/** The three lists of the page, with the number of their rows. */
export function VisitTabs({ shown, onShow, counts, children }: VisitTabsProps) {
  const t = useTranslations('visits');
  const format = useFormatter();
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(value) => onShow(visitTabs.find((tab) => tab === value) ?? 'visits')}
      className="grid grid-cols-1 gap-4"
    >
      <Tabs.List aria-label={t('lists')} className="flex gap-1 border-line border-b print:hidden">
        {visitTabs.map((tab) => (
          <Tabs.Trigger
            key={tab}
            value={tab}
            className="-mb-px min-h-11 cursor-pointer border-transparent border-b-2 px-3.5 font-semibold max-sm:px-1.5 text-ink-soft -outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {t(`tabs.${tab}`)}{' '}
            {counts && (
              <span className="font-normal text-ink-soft tabular-nums max-sm:block">{format.number(counts[tab])}</span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={shown} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}
