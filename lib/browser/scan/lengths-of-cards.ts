import { doubtfulBeside, fewestKeysOfPerson } from './doubtful-keys.ts';
import type { Fragment } from './fragments.ts';
import type { PressedKey } from './pressed-keys.ts';

/** What a text has to do with what came within the seconds before, of a reader without an end key. */
interface PartOfCard {
  /** Whether it may be the rest of a card that was cut. */
  isPart: boolean;
  /** The scans, each by its first key, that were taken for whole and may be parts of the same card. */
  voids: readonly number[];
}

/**
 * Tells by the lengths that cards have: where the parts add up to one, they were one. What is itself as long as a card,
 * and adds up to none, is a card of its own; what is not goes on with a card that was shorter than others are.
 */
export function partOf(
  fragments: readonly Fragment[],
  keys: readonly PressedKey[],
  lengths: readonly number[],
): PartOfCard {
  const longest = Math.max(...lengths);
  const before = fragments
    .filter(({ kind, keys: part }) => kind !== 'stray' || mayBeOfReader(part, keys))
    .map((fragment, index, all) => ({
      ...fragment,
      total: keys.length + all.slice(index).reduce((sum, part) => sum + part.keys.length, 0),
    }));
  const addsUp = before.some(({ total }) => lengths.includes(total));
  const isRest = before.some(({ kind, total }) => kind === 'cut' && total <= longest);
  const isOfItsOwn = lengths.includes(keys.length) && !addsUp;
  const scans = before.filter(({ kind, total }) => kind === 'scan' && total <= longest && !isOfItsOwn);
  return { isPart: addsUp || isRest, voids: scans.map((scan) => scan.keys[0]?.id ?? 0) };
}

const mayBeOfReader = (stray: readonly PressedKey[], keys: readonly PressedKey[]): boolean =>
  stray.length < fewestKeysOfPerson || doubtfulBeside(stray, keys).length > 0;
