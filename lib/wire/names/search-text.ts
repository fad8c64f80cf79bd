import type { PersonName } from './person-name.ts';

/** Below that, the matches say nothing. */
export const shortestSearch = 2;
export const longestSearch = 100;

/** Whether a text is worth a search while it is typed. What begins like a card comes from a reader, and is looked up. */
export const isSearchable = (text: string): boolean =>
  text.length >= shortestSearch && text.length <= longestSearch && !/^0x/i.test(text);

/** Whether a text can be nothing but a name: no e-mail address, and no number of any kind. */
export const isName = (text: string): boolean => !/[\d@]/.test(text);

/** Letters that are letters of their own in Unicode, and that people type without their strokes. */
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
 * The words of a text as they are compared: lower case, without accents, umlauts and apostrophes. `Müller` and
 * `Muller` are the same, `Anna-Maria` is two words.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’`´]/gu, '')
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * A space stands before every word, and another one before the last name, so that the beginnings of words and of names can
 * be looked for: ` anna maria  vogt`.
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
