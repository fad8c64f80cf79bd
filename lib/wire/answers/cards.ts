import type { CardsView, PassesView, PassIssuer } from '#lib/wire/cards.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, variantsOf } from './shape.ts';

export const isCards: Is<CardsView> = objectOf({
  cards: listOf(objectOf({ rfid: isText, tagFormat: nullOr(isText), isFromMachine: isFlag })),
  unreadable: isNumber,
});

const isIssuer: Is<PassIssuer> = variantsOf<PassIssuer, 'wallet'>('wallet', {
  google: { collectorId: isNumber },
  apple: { passTypeId: isText },
});

export const isPasses: Is<PassesView> = objectOf({
  passes: listOf(objectOf({ issuer: nullOr(isIssuer), ending: isText })),
  issuers: listOf(isIssuer),
});
