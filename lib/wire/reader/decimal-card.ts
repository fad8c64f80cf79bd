import { type CardNumber, isPaddedDecimal, readCard } from './card-number.ts';
import type { ReaderProfiles } from './reader-profile.ts';

/**
 * The card numbers that a decimal number may mean at a location all of whose readers send hex, one per byte order. None
 * unless it is padded to the digits of a card number.
 */
export function numbersOfDecimal(text: string, profiles: ReaderProfiles): CardNumber[] {
  if (profiles.some(({ format }) => format !== 'hex')) return [];
  const readings = profiles
    .filter((profile) => isPaddedDecimal(text, profile))
    .flatMap(({ byteLength }) =>
      (['asRead', 'reversed'] as const).map((byteOrder) =>
        readCard(text, { format: 'decimal', byteOrder, byteLength }),
      ),
    );
  return [...new Set(readings.flatMap((reading) => (reading.kind === 'card' ? [reading.rfid] : [])))];
}
