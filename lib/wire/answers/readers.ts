import type { CardHolderAnswer, HolderOfCard } from '#lib/wire/readers.ts';
import { isText, nullOr, objectOf, variantsOf } from './shape.ts';

const isHolder = variantsOf<HolderOfCard, 'kind'>('kind', {
  member: { name: nullOr(isText) },
  nobody: {},
  badge: {},
  unavailable: {},
});

export const isCardHolder = objectOf<CardHolderAnswer>({ holder: isHolder });
