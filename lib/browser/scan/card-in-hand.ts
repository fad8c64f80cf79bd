import { timeLeft } from '#lib/browser/clock/time-left.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';

/** A card that was scanned and that nobody holds yet. */
export interface CardInHand {
  kind: 'rfid' | 'nfc';
  /** RFID in upper case with `0x`; the token of a pass as it is. */
  value: string;
}

/** At whose counter a card is in hand. */
interface Counter {
  locationId: string;
  staffId: string;
}

/** Whoever comes later than this has another card before them, or none. */
const inHandForMs = 2 * 60_000;
/** A form that takes longer was left in between. */
const onPageForMs = 30 * 60_000;

/** A card, and how long it is the one that was just read at a counter. */
export interface KeptCard {
  card: CardInHand;
  counter: Counter;
  /** Below 0 afterwards. */
  leftMs(): number;
}

let inHand: KeptCard | null = null;
let receive: ((card: CardInHand) => void) | null = null;

/**
 * Keeps a card until the next page takes it, for as long as it can be the one that was just read. It is kept in the memory of
 * this tab alone, and never in an address.
 */
export function putCardInHand(card: CardInHand, counter: Counter): void {
  if (receive) receive(card);
  else inHand = { card, counter, leftMs: timeLeft(inHandForMs) };
}

/** @returns the card, once; null where there is none, or it is another person's, another gym's, or an old one */
export function takeCardInHand(counter: Counter): CardInHand | null {
  const kept = inHand;
  inHand = null;
  return cardKeptFor(kept, counter);
}

/** Keeps a card that a page has taken for as long as its form may take. */
export const keepOnPage = (card: CardInHand, counter: Counter): KeptCard => ({
  card,
  counter,
  leftMs: timeLeft(onPageForMs),
});

/** @returns the card; null where there is none, or it is another person's, another gym's, or an old one */
export function cardKeptFor(kept: KeptCard | null, { locationId, staffId }: Counter): CardInHand | null {
  if (!kept || kept.leftMs() < 0) return null;
  return kept.counter.locationId === locationId && kept.counter.staffId === staffId ? kept.card : null;
}

/**
 * Takes the card that is kept, and every one that is put down while this page is open: a link to the page that is shown
 * opens nothing anew.
 * @returns ends it
 */
export function receiveCardsInHand(counter: Counter, onCard: (card: CardInHand) => void): () => void {
  const card = takeCardInHand(counter);
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
