import { timeLeft } from '#lib/browser/clock/time-left.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

/** A scanned card that belongs to no member yet. */
export interface CardInHand {
  kind: 'rfid' | 'nfc';
  /** RFID in upper case with `0x`; the token of a pass as it is. */
  value: string;
}

/** The counter where the card was scanned. */
interface Counter {
  locationId: string;
  staffId: string;
}

/** After this time the person at the counter has another card, or none. */
const inHandForMs = 2 * 60_000;
/** A form that is open longer than this was abandoned. */
const onPageForMs = 30 * 60_000;

/** A card, and for how long it still counts as the one just read at a counter. */
export interface KeptCard {
  card: CardInHand;
  counter: Counter;
  /** Milliseconds left; below 0 when it has expired. */
  leftMs(): number;
}

let inHand: KeptCard | null = null;
let receive: ((card: CardInHand) => void) | null = null;

/**
 * Keeps a card for the next page, as long as it can be the one that was just read. It is kept only in the memory of
 * this tab, never in a URL.
 */
export function putCardInHand(card: CardInHand, counter: Counter): void {
  if (receive) receive(card);
  else inHand = { card, counter, leftMs: timeLeft(inHandForMs) };
}

/** @returns the card, once; null where there is none, it has expired, or it belongs to another user or gym */
export function takeCardInHand(counter: Counter): CardInHand | null {
  const kept = inHand;
  inHand = null;
  return cardKeptFor(kept, counter);
}

/** Keeps a card that a page has taken, for as long as its form may stay open. */
export const keepOnPage = (card: CardInHand, counter: Counter): KeptCard => ({
  card,
  counter,
  leftMs: timeLeft(onPageForMs),
});

/** @returns the card; null where there is none, it has expired, or it belongs to another user or gym */
export function cardKeptFor(kept: KeptCard | null, { locationId, staffId }: Counter): CardInHand | null {
  if (!kept || kept.leftMs() < 0) return null;
  return kept.counter.locationId === locationId && kept.counter.staffId === staffId ? kept.card : null;
}

/**
 * Takes the kept card, and every later one while this page is mounted: a link to the current page does not mount it
 * again.
 * @returns unsubscribes
 */
export function receiveCardsInHand(counter: Counter, onCard: (card: CardInHand) => void): () => void {
  const card = takeCardInHand(counter);
  if (card) onCard(card);
  receive = onCard;
  return () => {
    if (receive === onCard) receive = null;
  };
}

/** The card of an unknown scan; null where the scan is no card. */
export function cardOfScan({ kind, text }: { kind: string; text: string }): CardInHand | null {
  if (kind === 'rfid') return { kind, value: text.replaceAll(' ', '') };
  return kind === 'nfc' ? { kind, value: text } : null;
}

/** The text to type in order to look up a card: a location with these profiles reads it as the same card. */
export function typedCardText({ kind, value }: CardInHand, profiles: ReaderProfiles): string {
  const nfcPrefix = profiles.find((profile) => profile.nfcPrefix !== undefined)?.nfcPrefix ?? '';
  return kind === 'nfc' ? nfcPrefix + value : value;
}
