import { type CardNumber, isPaddedDecimal, readCard } from './card-number.ts';
import type { ReaderProfile } from './reader-profile.ts';

/**
 * The card numbers that a decimal number may mean at a location whose readers send hex, one per byte order. None unless
 * it is padded to the digits of a card number.
 */
export function numbersOfDecimal(text: string, profile: ReaderProfile): CardNumber[] {
  if (profile.format !== 'hex' || !isPaddedDecimal(text, profile)) return [];
  const readings = (['asRead', 'reversed'] as const).map((byteOrder) =>
    readCard(text, { ...profile, format: 'decimal', byteOrder }),
  );
  return [...new Set(readings.flatMap((reading) => (reading.kind === 'card' ? [reading.rfid] : [])))];
}
