/** A card that was scanned and that nobody holds yet. */
export interface CardInHand {
  kind: 'rfid' | 'nfc';
  /** RFID in upper case with `0x`; the token of a pass as it is. */
  value: string;
}

let inHand: CardInHand | null = null;

/** Keeps a card until the next page takes it. It is kept in the memory of this tab alone, and never in an address. */
export function putCardInHand(card: CardInHand): void {
  inHand = card;
}

/** @returns the card, once; null where there is none */
export function takeCardInHand(): CardInHand | null {
  const card = inHand;
  inHand = null;
  return card;
}
