import type { PersonName } from './person-name.ts';

/** A shorter text matches too many members. */
export const shortestSearch = 2;
export const longestSearch = 100;

/** Whether to search a text while it is typed. A text that begins like a card comes from a reader and is looked up. */
export const isSearchable = (text: string): boolean =>
  text.length >= shortestSearch && text.length <= longestSearch && !/^0x/i.test(text);

/** Whether a text can only be a name: it contains no digit and no `@`. */
export const isName = (text: string): boolean => !/[\d@]/.test(text);

/** Letters that Unicode does not decompose, and that people type without their strokes. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/**
 * The normalised words of a text: lower case, without accents, umlauts and apostrophes. `Müller` and `Muller` are
 * equal, `Anna-Maria` is two words.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’`´]/gu, '')
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** A normalised word as names are filtered: `mueller` equals `muller`, the normal form of `Müller`. */
export const withoutDigraphs = (word: string): string => word.replace(/([aou])e/g, '$1');

/**
 * The search key of a name: a space before every word, and one more before the last name, so that prefixes of words and
 * of last names can be matched: ` anna maria  vogt`.
 */
export const searchNameOf = ({ firstName, lastName }: PersonName): string =>
  [firstName, lastName]
    .map((name) =>
      searchWords(name ?? '')
        .map((word) => ` ${word}`)
        .join(''),
    )
    .filter((name) => name !== '')
    .join(' ');
