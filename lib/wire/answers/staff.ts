import { auditActions } from '#lib/wire/audit-actions.ts';
import type { Colleague, ColleagueList, PasskeyRequirement, StaffLocation, StaffRole } from '#lib/wire/staff.ts';
import { type Is, isFlag, isText, listOf, maybe, nullOr, objectOf, oneOf, wordOf } from './shape.ts';

const isColleague: Is<Colleague> = objectOf({
  id: isText,
  name: isText,
  initials: isText,
  role: oneOf<StaffRole>({ reception: true, trainer: true, manager: true }),
  email: isText,
  isDisabled: isFlag,
  isInvited: isFlag,
  lastActiveAt: nullOr(isText),
  lastDid: nullOr(objectOf({ action: wordOf(auditActions), at: isText })),
  locationIds: listOf(isText),
  passwordLock: nullOr(objectOf({ at: isText, clientAddress: isText })),
  hasBadge: isFlag,
  hasPasskey: isFlag,
  lacksPasskey: maybe(isFlag),
  passkeyDueAt: maybe(nullOr(isText)),
  badgeLockedAt: nullOr(isText),
  isFullyManaged: isFlag,
  worksHere: isFlag,
  mayReadReports: maybe(isFlag),
  account: nullOr(objectOf({ name: nullOr(isText) })),
});

const isStaffLocation: Is<StaffLocation> = objectOf({ id: isText, name: isText, isRetired: isFlag });

export const isColleagues: Is<ColleagueList> = objectOf({
  colleagues: listOf(isColleague),
  locations: listOf(isStaffLocation),
  passkeysRequiredOf: oneOf<PasskeyRequirement>({ nobody: true, managers: true, everybody: true }),
});
