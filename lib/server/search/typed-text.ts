import { phoneDigits } from '#lib/wire/names/phone-digits.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import { readTypedDay } from '#lib/wire/time/typed-day.ts';

/** What a text may mean that somebody types to find a member. */
export interface TypedText {
  /** The text in lower case. */
  plain: string;
  /** As names are compared. */
  words: readonly string[];
  /** The end of a membership id; null where it is too short to say anything, or no number. */
  idEnd: string | null;
  /** A part of a phone number, without what is typed before it at home; null likewise. */
  phonePart: string | null;
  /** A part of the number of a card, as cards are kept. */
  cardPart: string | null;
  /** A date of birth, `yyyy-MM-dd`. */
  birthDate: string | null;
}

const shortestIdEnd = 2;
const shortestPart = 4;

/** @param today a year of two digits is of the century before where nobody was born yet by this day */
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
