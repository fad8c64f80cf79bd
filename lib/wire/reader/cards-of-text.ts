import type { CardNumber } from './card-number.ts';
import { numbersOfDecimal } from './decimal-card.ts';
import { identify } from './identify.ts';
import type { ReaderProfile } from './reader-profile.ts';

type Card = { kind: 'rfid'; value: CardNumber } | { kind: 'nfc'; value: string };

/**
 * The cards and passes whose whole number a text may be: as a person writes it, as the location's reader sends it, or
 * in decimal where the reader sends hex.
 */
export function cardsOfText(text: string, profile: ReaderProfile): Card[] {
  const found = (['typed', 'scan'] as const).flatMap((source): Card[] => {
    const identified = identify(text, source, profile);
    if (identified.kind === 'rfid') return [{ kind: 'rfid', value: identified.rfid }];
    return identified.kind === 'nfc' ? [{ kind: 'nfc', value: identified.token }] : [];
  });
  const decimal = numbersOfDecimal(text.trim(), profile).map((value): Card => ({ kind: 'rfid', value }));
  return [...new Map([...found, ...decimal].map((card) => [`${card.kind} ${card.value}`, card])).values()];
}
