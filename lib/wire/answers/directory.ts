import type { ContractEnd, DirectoryEntry, DirectoryPage, MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, oneOf } from './shape.ts';
import { summaryProperties } from './verdict.ts';

const contractEnd: Is<ContractEnd> = nullOr(objectOf({ day: isText, state: oneOf({ soon: true, past: true }) }));

export const isMemberMatches: Is<MemberMatches> = objectOf({
  matches: listOf(
    objectOf<MemberMatch>({ ...summaryProperties, dateOfBirth: nullOr(isText), contractEnd, inSince: nullOr(isText) }),
  ),
  total: isNumber,
  isExact: isFlag,
  isWhole: isFlag,
});

export const isDirectoryPage: Is<DirectoryPage> = objectOf({
  entries: listOf(
    objectOf<DirectoryEntry>({
      ...summaryProperties,
      endOfContract: nullOr(isText),
      contractEnd,
      lastVisitAt: nullOr(isText),
      hasCard: isFlag,
      openTasks: isNumber,
    }),
  ),
  next: nullOr(isText),
  total: isNumber,
  progress: nullOr(objectOf({ read: isNumber, total: nullOr(isNumber) })),
});
