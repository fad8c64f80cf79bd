const shortestName = 4;
const shortestRest = 8;

/**
 * Whether a password consists mainly of names that an attacker knows or guesses: the person's, or the company's.
 * "munichwest2026!" is, "keller likes four horses" is not.
 * @param names names, addresses or sentences; their words of four letters or more count
 */
export function isMainlyNames(password: string, names: readonly string[]): boolean {
  const words = names
    .flatMap((name) => plain(name).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= shortestName)
    .sort((one, other) => other.length - one.length);
  const whole = plain(password).replace(/[^\p{L}\p{N}]/gu, '');
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest.length < shortestRest && rest.length < whole.length;
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
