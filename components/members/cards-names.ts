import { useTranslations } from 'next-intl';
import type { PassIssuer } from '#lib/desk/cards/card.ts';
import { displayCardNumber } from '#lib/scan/card-number.ts';

/** How a card or a pass is called on the screen. The token of a pass is never shown as a whole. */
export function nameOfCard(card: { kind: 'rfid' | 'nfc'; value: string }): string {
  return card.kind === 'rfid' ? displayCardNumber(card.value) : `…${card.value.slice(-6)}`;
}

/** Names the issuer of a pass. */
export function useIssuerName(): (issuer: PassIssuer | null) => string {
  const t = useTranslations('cards');
  return (issuer) => {
    if (issuer === null) return t('otherIssuer');
    return issuer.wallet === 'google'
      ? t('google', { id: String(issuer.collectorId) })
      : t('apple', { id: issuer.passTypeId });
  };
}
