import fc from 'fast-check';

/**
 * One code point of any kind, also half a surrogate pair: a unit for `fc.string`. Its own unit `binary` is the same, but the first
 * use in a process takes seconds.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint));
