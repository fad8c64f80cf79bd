'use client';

import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { DemoCard } from '#lib/wire/demo-cards.ts';

interface DemoCardsProps {
  cards: readonly DemoCard[];
  /** Each card then has a button that simulates the reader. */
  onScan?(value: string): void;
}

/** The cards of the demo chain, for users without a reader. */
export function DemoCards({ cards, onScan }: DemoCardsProps) {
  const t = useTranslations('demo');
  if (cards.length === 0) return null;
  // with buttons, it is part of a section that has its own heading
  const Heading = onScan ? 'h3' : 'h2';
  return (
    <section aria-labelledby="demo-cards" className={onScan ? undefined : 'rounded-md border border-line bg-surface'}>
      <Heading id="demo-cards" className="px-4.5 pt-3 font-semibold">
        {t('title')}
      </Heading>
      <p className="px-4.5 pb-3 text-ink-soft text-sm">{t(onScan ? 'textToScan' : 'text')}</p>
      <ul>
        {cards.map((card) => (
          <li
            key={card.value}
            className={cn(
              'flex min-h-11 items-center gap-x-3 gap-y-1 border-line border-t px-4.5 py-2 text-sm',
              !onScan && 'flex-wrap',
            )}
          >
            <div className={cn('min-w-0 flex-1', !onScan && 'basis-56')}>
              <span className="font-semibold">{card.name || t('nobody')}</span>{' '}
              <span className="text-ink-soft">{t(`shows.${knownCase(card.shows)}`)}</span>
              {onScan && <code className="block break-all text-ink-soft">{card.value}</code>}
            </div>
            {onScan ? (
              <Button onClick={() => onScan(card.value)}>{t('scan')}</Button>
            ) : (
              <code className="break-all">{card.value}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const cases = [
  'admitted',
  'contractEndsSoon',
  'contractEnded',
  'prospect',
  'birthday',
  'firstAdmission',
  'corporateMembershipEnded',
  'corporateMembershipNotStarted',
  'noGuestProgramme',
  'walletPass',
  'otherGym',
  'cardUnknown',
] as const;

function knownCase(shows: string): (typeof cases)[number] | 'other' {
  return cases.find((known) => known === shows) ?? 'other';
}
