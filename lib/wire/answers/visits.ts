import { refusalCodes } from '#lib/wire/refusals.ts';
import type {
  LetIn,
  MemberVisit,
  MemberVisitsPage,
  MemberYear,
  VisitEnd,
  VisitHow,
  VisitKind,
  VisitLine,
  VisitSums,
  VisitsPage,
  VisitTrouble,
} from '#lib/wire/visits.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, oneOf, variantsOf, wordOf } from './shape.ts';

const isHow = oneOf<NonNullable<VisitHow>>({
  card: true,
  phone: true,
  typed: true,
  name: true,
  turnstile: true,
  automatic: true,
});
const isTroubleState = oneOf<VisitTrouble['state']>({ waiting: true, refused: true, unresolved: true });
const isKind = oneOf<VisitKind>({ checkIn: true, checkOut: true });

const end = { at: isText, how: nullOr(isHow), by: nullOr(isText) };

const visit = {
  id: isText,
  in: nullOr(objectOf<VisitEnd>(end)),
  out: nullOr(objectOf<VisitEnd>(end)),
  isIn: isFlag,
  trouble: nullOr(objectOf<VisitTrouble>({ state: isTroubleState, why: nullOr(isText) })),
};

export const isMemberVisits: Is<MemberVisitsPage> = objectOf({
  visits: listOf(objectOf<MemberVisit>(visit)),
  year: nullOr(
    objectOf<MemberYear>({
      weeks: listOf(objectOf<MemberYear['weeks'][number]>({ monday: isText, visits: isNumber })),
      weekdays: listOf(isNumber),
      lastAt: nullOr(isText),
      since: nullOr(isText),
    }),
  ),
  next: nullOr(isText),
});

const member = { accountId: nullOr(isText), name: isText, membershipId: nullOr(isText), photoUrl: nullOr(isText) };

const isLetIn = variantsOf<LetIn, 'kind'>('kind', {
  anyway: { by: nullOr(isText), why: nullOr(isText) },
  unconfirmed: {},
});

const isLine = variantsOf<VisitLine, 'tab'>('tab', {
  visits: { ...visit, ...member, isFirst: isFlag },
  refused: {
    ...end,
    ...member,
    id: isText,
    reason: wordOf(refusalCodes),
    letIn: nullOr(isLetIn),
  },
  undone: { ...end, ...member, id: isText, kind: isKind },
});

export const isVisitsPage: Is<VisitsPage> = objectOf({
  lines: listOf(isLine),
  sums: nullOr(
    objectOf<VisitSums>({
      visits: isNumber,
      members: isNumber,
      firstVisits: isNumber,
      refused: isNumber,
      admitted: isNumber,
      withoutCheckOut: isNumber,
      withoutCheckIn: isNumber,
      rows: objectOf<VisitSums['rows']>({ visits: isNumber, refused: isNumber, undone: isNumber }),
      since: objectOf<VisitSums['since']>({ visits: nullOr(isText), refused: nullOr(isText) }),
    }),
  ),
  people: listOf(objectOf({ id: isText, name: isText })),
  next: nullOr(isText),
});
