/** Shorter words are not searched for misspellings: almost every name is one edit away from them. */
const shortestMisspelt = 4;
const longestWithOneEdit = 5;

const editsAllowed = (word: string) => (word.length < shortestMisspelt ? 0 : word.length <= longestWithOneEdit ? 1 : 2);

export const mayBeMisspelt = (words: readonly string[]): boolean => words.some((word) => editsAllowed(word) > 0);

/**
 * The edit distance (insertion, deletion, substitution, transposition) from the typed words to prefixes of the words of a
 * name, summed over the typed words.
 * @returns null where one typed word is too far from every word of the name
 */
export function countMistakes(words: readonly string[], name: readonly string[]): number | null {
  let mistakes = 0;
  for (const word of words) {
    const fewest = Math.min(...name.map((candidate) => editsToBeginning(word, candidate)));
    if (fewest > editsAllowed(word)) return null;
    mistakes += fewest;
  }
  return mistakes;
}

/** Fifteen letters hold five separate trigrams; two edits touch at most four of them. */
const longestCompared = 15;

/** Parts of which a similar name contains at least one: the initial, or one of the trigrams. */
export function commonParts(word: string): string[] {
  const compared = word.slice(0, longestCompared);
  const threes = Array.from({ length: Math.max(compared.length - 2, 0) }, (_, index) => word.slice(index, index + 3));
  return [` ${word.slice(0, 1)}`, ...threes];
}

/** The optimal string alignment distance from a word to the nearest prefix of another. */
function editsToBeginning(word: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = word[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      next[j] = Math.min(
        at(row, j - 1) + (isSame ? 0 : 1),
        at(row, j) + 1,
        at(next, j - 1) + 1,
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;
