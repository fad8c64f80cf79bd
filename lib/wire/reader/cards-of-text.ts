import type { CardNumber } from './card-number.ts';
import { numbersOfDecimal } from './decimal-card.ts';
import { identify } from './identify.ts';
import type { ReaderProfiles } from './reader-profile.ts';

type Card = { kind: 'rfid'; value: CardNumber } | { kind: 'nfc'; value: string };

/**
 * The cards and passes whose whole number a text may be: as a person writes it, as a reader of the location sends it, or
 * in decimal where the reader sends hex.
 */
export function cardsOfText(text: string, profiles: ReaderProfiles): Card[] {
  const found = (['typed', 'scan'] as const).flatMap((source): Card[] => {
    const identified = identify(text, source, profiles);
    if (identified.kind === 'rfid') return [{ kind: 'rfid', value: identified.rfid }];
    return identified.kind === 'nfc' ? [{ kind: 'nfc', value: identified.token }] : [];
  });
  const decimal = numbersOfDecimal(text.trim(), profiles).map((value): Card => ({ kind: 'rfid', value }));
  return [...new Map([...found, ...decimal].map((card) => [`${card.kind} ${card.value}`, card])).values()];
}
