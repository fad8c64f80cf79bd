const shortestName = 4;
const shortestRest = 8;

/**
 * Whether a password consists mainly of names that an attacker knows or guesses: the person's, or the company's.
 * "muenchenwest2026!" does for München West, "keller likes four horses" does not for Ana Keller. Accents and the spelling of
 * umlauts do not matter.
 * @param names.words of these, each word of four letters or more counts, and the whole
 * @param names.wholes these count as a whole only: single words of many names would be ordinary words
 */
export function isMainlyNames(
  password: string,
  { words, wholes }: { words: readonly string[]; wholes: readonly string[] },
): boolean {
  return spellings(password).some((spelling) => {
    const whole = compact(spelling);
    const known = [
      ...[...words, ...wholes].flatMap(spellings).map(compact),
      ...words
        .flatMap(spellings)
        .flatMap((name) => name.split(noLetter))
        .filter(({ length }) => length >= shortestName),
    ];
    const parts = known.filter((part) => part !== '').sort((one, other) => other.length - one.length);
    const rest = parts.reduce((left, part) => left.replaceAll(part, ''), whole);
    return rest.length < shortestRest && rest.length < whole.length;
  });
}

const noLetter = /[^\p{L}\p{N}]+/u;
const compact = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Without accents, once with umlauts as a vowel and once as two letters. */
function spellings(text: string): [string, string] {
  const lower = text.normalize('NFKC').toLowerCase();
  const inTwoLetters = lower.replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter);
  return [withoutAccents(lower), withoutAccents(inTwoLetters)];
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
