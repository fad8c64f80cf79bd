import { cardByteLengths } from '#lib/wire/reader/card-widths.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { CardHolderAnswer, HolderOfCard } from '#lib/wire/readers.ts';
import { type Is, isFlag, isText, maybe, nullOr, objectOf, oneOf, variantsOf } from './shape.ts';

const isTrue: Is<true> = (value) => value === true;
const byteLengths = [...cardByteLengths, 'auto'] as const;
const isByteLength: Is<ReaderProfile['byteLength']> = (value): value is ReaderProfile['byteLength'] =>
  byteLengths.some((known) => known === value);

export const isReaderProfile = objectOf<ReaderProfile>({
  format: oneOf({ hex: true, decimal: true, wiegand26: true }),
  byteOrder: oneOf({ asRead: true, reversed: true }),
  byteLength: isByteLength,
  isPadded: maybe(isTrue),
  hasComma: maybe(isTrue),
  prefix: maybe(isText),
  nfcPrefix: maybe(isText),
  endKey: maybe(oneOf({ enter: true, tab: true, none: true })),
});

const isHolder = variantsOf<HolderOfCard, 'kind'>('kind', {
  member: { name: nullOr(isText), isRecalled: isFlag },
  nobody: {},
  badge: {},
  unavailable: {},
});

export const isCardHolder = objectOf<CardHolderAnswer>({ holder: isHolder });
