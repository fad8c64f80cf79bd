import { cardNumber, hexDigits, isCardWidth, readCardBy } from '#lib/wire/reader/card-number.ts';
import { identify, type ScanSource, type Unreadable } from '#lib/wire/reader/identify.ts';
import type { KeyboardLayout } from '#lib/wire/reader/keyboard-layout.ts';
import { defaultReaderProfile, type ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { CardInHand } from './card-in-hand.ts';

type CardToAssign = CardInHand | NoCard;

export interface NoCard {
  kind: 'unreadable';
  reason: Unreadable['reason'];
  /** The keyboard layout that turned digits into symbols. */
  layout: KeyboardLayout | null;
}

/**
 * Reads a scan or typed text in a field that asks for a card. Digits that could be a membership id are a card here if
 * their number fits a card.
 */
export function readCardToAssign(raw: string, source: ScanSource, profiles: ReaderProfiles): CardToAssign {
  const identified = identify(raw, source, profiles);
  switch (identified.kind) {
    case 'rfid':
      return { kind: 'rfid', value: identified.rfid };
    case 'nfc':
      return { kind: 'nfc', value: identified.token };
    case 'membershipId':
      return digitsOfCard(identified.membershipId, profiles) ?? noCard('notACard');
    case 'email':
    case 'name':
      return noCard('notACard');
    case 'unreadable':
      return noCard(identified.reason, identified.reason === 'keyboardLayout' ? identified.layout : null);
  }
}

const noCard = (reason: NoCard['reason'], layout: KeyboardLayout | null = null): NoCard => ({
  kind: 'unreadable',
  reason,
  layout,
});

function digitsOfCard(text: string, profiles: ReaderProfiles): CardToAssign | null {
  const others = profiles.filter(({ format }) => format !== 'hex');
  const reading = readCardBy(text, others);
  if (reading.kind === 'card') return { kind: 'rfid', value: reading.rfid };
  if (reading.kind !== 'other') return noCard(reading.kind);
  if (others.length === profiles.length) return null;
  const digits = hexDigits(text);
  if (digits === null) return null;
  if (isCardWidth(digits, defaultReaderProfile)) return { kind: 'rfid', value: cardNumber(digits) };
  return noCard(digits.length % 2 === 1 ? 'oddDigits' : 'wrongLength');
}
