import type { MemberVisit, MemberVisitsPage, VisitLine, VisitsPage } from '#lib/wire/visits.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf, oneOf } from './shape.ts';

const visit = {
  id: isText,
  kind: oneOf<MemberVisit['kind']>({ checkIn: true, checkOut: true }),
  at: isText,
  state: oneOf<MemberVisit['state']>({
    held: true,
    waiting: true,
    sending: true,
    sent: true,
    undone: true,
    refused: true,
    unresolved: true,
    elsewhere: true,
  }),
  why: nullOr(isText),
  isAutomatic: isFlag,
};

export const isMemberVisits: Is<MemberVisitsPage> = objectOf({
  visits: listOf(objectOf<MemberVisit>(visit)),
  next: nullOr(isText),
});

export const isVisitsPage: Is<VisitsPage> = objectOf({
  lines: listOf(
    objectOf<VisitLine>({
      ...visit,
      accountId: nullOr(isText),
      name: isText,
      membershipId: nullOr(isText),
      by: nullOr(isText),
    }),
  ),
  people: listOf(objectOf({ id: isText, name: isText })),
  next: nullOr(isText),
});
