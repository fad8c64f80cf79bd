import { phoneDigits } from '#lib/wire/names/phone-digits.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import { readTypedDay } from '#lib/wire/time/typed-day.ts';

/** The readings of a search text. */
export interface TypedText {
  /** The text in lower case. */
  plain: string;
  /** Normalised as search names are. */
  words: readonly string[];
  /** The end of a membership id; null where the text is too short or no number. */
  idEnd: string | null;
  /** A part of a phone number, without the trunk or country prefix; null where the text is too short or no number. */
  phonePart: string | null;
  /** A part of a card number, as cards are stored. */
  cardPart: string | null;
  /** A date of birth, `yyyy-MM-dd`. */
  birthDate: string | null;
}

const shortestIdEnd = 2;
const shortestPart = 4;

/** @param today a two-digit year that would lie after this day is taken as of the century before */
export function readTypedText(text: string, today: string): TypedText {
  const plain = text.trim().toLowerCase();
  const isNumber = /^[\d\s+()/.-]+$/.test(plain);
  const phone = isNumber ? phoneDigits(plain) : '';
  const card = plain.replace(/[\s:.-]/g, '').toUpperCase();
  return {
    plain,
    words: searchWords(text),
    idEnd: /^\d+$/.test(plain) && plain.length >= shortestIdEnd ? plain : null,
    phonePart: phone.length >= shortestPart ? phone : null,
    cardPart: /^[\dA-F]*\d[\dA-F]*$/.test(card) && card.length >= shortestPart ? card : null,
    birthDate: readTypedDay(plain, { latest: today }),
  };
}
