import { useMemberFacts } from '#components/search/member-line.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardHolder, PassIssuer } from '#lib/wire/cards.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';

/** The display name of a card or pass. The token of a pass is never shown in full. */
export function useCardName(): (card: { kind: 'rfid' | 'nfc'; value: string }) => string {
  const t = useTranslations('cards');
  return ({ kind, value }) => (kind === 'rfid' ? displayCardNumber(value) : t('pass', { ending: value.slice(-6) }));
}

/** The display name of a pass issuer. */
export function useIssuerName(): (issuer: PassIssuer | null) => string {
  const t = useTranslations('cards');
  return (issuer) => {
    if (issuer === null) return t('otherIssuer');
    return issuer.wallet === 'google'
      ? t('google', { id: String(issuer.collectorId) })
      : t('apple', { id: issuer.passTypeId });
  };
}

/** The name of a card's holder, shown next to `name`. If both names are equal, distinguishing data is added. */
export function useHolderName(): (holder: CardHolder, name: string) => string {
  const factsOf = useMemberFacts();
  return (holder, name) => {
    const facts = holder.displayName === name && factsOf(holder);
    return facts ? `${holder.displayName} (${facts})` : holder.displayName;
  };
}
