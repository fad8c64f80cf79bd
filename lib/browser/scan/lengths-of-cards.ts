import { doubtfulBeside, fewestKeysOfPerson } from './doubtful-keys.ts';
import type { Fragment } from './fragments.ts';
import type { PressedKey } from './pressed-keys.ts';

/** How a text relates to the keys of the last seconds, from a reader without an end key. */
interface PartOfCard {
  /** Whether it may be the rest of a card that was cut. */
  isPart: boolean;
  /** Scans, by the id of their first key, that were taken as whole and may be parts of the same card. */
  voids: readonly number[];
}

/**
 * Decides by the known lengths of cards. Parts that add up to such a length are one card. A text that has such a length
 * itself, and adds up to none, is a card of its own; any other text continues an earlier scan that was shorter than
 * cards are.
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
