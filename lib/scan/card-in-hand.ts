import type { ReaderProfile } from './reader-profile.ts';

/** A card that was scanned and that nobody holds yet. */
export interface CardInHand {
  kind: 'rfid' | 'nfc';
  /** RFID in upper case with `0x`; the token of a pass as it is. */
  value: string;
}

let inHand: CardInHand | null = null;
let receive: ((card: CardInHand) => void) | null = null;

/** Keeps a card until the next page takes it. It is kept in the memory of this tab alone, and never in an address. */
export function putCardInHand(card: CardInHand): void {
  if (receive) receive(card);
  else inHand = card;
}

/** @returns the card, once; null where there is none */
export function takeCardInHand(): CardInHand | null {
  const card = inHand;
  inHand = null;
  return card;
}

/**
 * Takes the card that is kept, and every one that is put down while this page is open: a link to the page that is shown
 * opens nothing anew.
 * @returns ends it
 */
export function receiveCardsInHand(onCard: (card: CardInHand) => void): () => void {
  const card = takeCardInHand();
  if (card) onCard(card);
  receive = onCard;
  return () => {
    if (receive === onCard) receive = null;
  };
}

/** The card of an unknown scan; null for a scan that is none. */
export function cardOfScan({ kind, text }: { kind: string; text: string }): CardInHand | null {
  if (kind === 'rfid') return { kind, value: text.replaceAll(' ', '') };
  return kind === 'nfc' ? { kind, value: text } : null;
}

/** What is typed to look up a card: read back by a location with this profile, it is the same card. */
export function typedCardText({ kind, value }: CardInHand, { nfcPrefix = '' }: ReaderProfile): string {
  return kind === 'nfc' ? nfcPrefix + value : value;
}
