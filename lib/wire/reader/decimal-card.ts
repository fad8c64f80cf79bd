import { type CardNumber, isPaddedDecimal, readCard } from './card-number.ts';
import type { ReaderProfile } from './reader-profile.ts';

/**
 * The card numbers that a decimal number may mean where the location reads hex ones, one a byte order: none unless it has
 * the digits that a card's number is padded to.
 */
export function numbersOfDecimal(text: string, profile: ReaderProfile): CardNumber[] {
  if (profile.format !== 'hex' || !isPaddedDecimal(text, profile)) return [];
  const readings = (['asRead', 'reversed'] as const).map((byteOrder) =>
    readCard(text, { ...profile, format: 'decimal', byteOrder }),
  );
  return [...new Set(readings.flatMap((reading) => (reading.kind === 'card' ? [reading.rfid] : [])))];
}
