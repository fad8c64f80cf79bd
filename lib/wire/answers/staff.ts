import type { Colleague, ColleagueList, StaffRole } from '#lib/wire/staff.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf, oneOf } from './shape.ts';

const isColleague: Is<Colleague> = objectOf({
  id: isText,
  name: isText,
  initials: isText,
  role: oneOf<StaffRole>({ reception: true, trainer: true, manager: true }),
  email: isText,
  isDisabled: isFlag,
  passwordLock: nullOr(objectOf({ at: isText, clientAddress: isText })),
  hasBadge: isFlag,
  badgeLockedAt: nullOr(isText),
  mayGiveBadge: isFlag,
  account: nullOr(objectOf({ name: nullOr(isText) })),
});

export const isColleagues: Is<ColleagueList> = objectOf({ colleagues: listOf(isColleague) });
