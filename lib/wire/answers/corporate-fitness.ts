import type { CorporateEnding, CorporateEndings } from '#lib/wire/corporate-fitness.ts';
import { type Is, isNumber, isText, listOf, nullOr, objectOf } from './shape.ts';

const isEnding: Is<CorporateEnding> = objectOf({
  accountId: isText,
  displayName: isText,
  initials: isText,
  photoUrl: nullOr(isText),
  since: nullOr(isText),
  until: nullOr(isText),
  daysLeft: nullOr(isNumber),
  lastVisitAt: nullOr(isText),
});

export const isCorporateEndings: Is<CorporateEndings> = objectOf({ entries: listOf(isEnding), unreadable: isNumber });
