'use client';

import { CreditCard, SmartphoneNfc } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberCard, MemberPass } from '#lib/wire/cards.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import { useIssuerName } from './names.ts';

interface CardsListProps {
  cards: readonly MemberCard[];
  /** Null where the user has no permission to change cards. */
  onLost: ((card: MemberCard) => void) | null;
}

export function CardsList({ cards, onLost }: CardsListProps) {
  const t = useTranslations('cards');
  if (cards.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul aria-label={t('list')} className="grid">
      {cards.map((card) => {
        const number = displayCardNumber(card.rfid);
        return (
          <Row
            key={card.rfid}
            icon={<CreditCard aria-hidden className="size-5" />}
            title={<span className="tabular-nums">{number}</span>}
            facts={[card.tagFormat, card.isFromMachine && t('fromMachine')]}
          >
            {onLost && !card.isFromMachine && (
              <Button className="ml-auto" aria-label={t('lostLabel', { card: number })} onClick={() => onLost(card)}>
                {t('lost')}
              </Button>
            )}
          </Row>
        );
      })}
    </ul>
  );
}

interface PassesListProps {
  passes: readonly MemberPass[];
  onRemove: ((pass: MemberPass) => void) | null;
}

export function PassesList({ passes, onRemove }: PassesListProps) {
  const t = useTranslations('cards');
  const nameIssuer = useIssuerName();
  if (passes.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{t('passList')}</h3>
      <ul aria-label={t('passList')} className="grid">
        {passes.map((pass) => {
          const issuer = nameIssuer(pass.issuer);
          return (
            <Row
              key={issuer}
              icon={<SmartphoneNfc aria-hidden className="size-5" />}
              title={issuer}
              facts={[t('ending', { ending: pass.ending })]}
            >
              {onRemove && (
                <Button
                  look="quiet"
                  className={atTheEnd}
                  aria-label={t('removePassLabel', { issuer })}
                  onClick={() => onRemove(pass)}
                >
                  {t('removePass')}
                </Button>
              )}
            </Row>
          );
        })}
      </ul>
    </div>
  );
}

/** Aligned with the edge of the section, also when it wraps below the number. */
const atTheEnd = '-mr-3 ml-auto px-3';

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  facts: readonly (string | null | false)[];
  children: ReactNode;
}

function Row({ icon, title, facts, children }: RowProps) {
  const known = facts.filter(Boolean);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line py-1.5 not-first:border-t">
      <span className="text-ink-soft">{icon}</span>
      <span className="min-w-36 flex-1">
        <span className="block break-words font-medium">{title}</span>
        {known.length > 0 && <span className="block text-ink-soft text-sm">{known.join(' · ')}</span>}
      </span>
      {children}
    </li>
  );
}
