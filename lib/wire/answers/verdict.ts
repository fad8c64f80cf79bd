import type { Glance, MemberSummary, NextActor, ScannedValue, Verdict, VisitSummary } from '#lib/wire/verdict.ts';
import { type Is, isFlag, isNumber, isText, listOf, maybe, nullOr, objectOf, oneOf, variantsOf } from './shape.ts';

/** The properties of a member summary, in every response that contains one. */
export const summaryProperties = {
  accountId: isText,
  displayName: isText,
  initials: isText,
  membershipType: nullOr(isText),
  membershipId: nullOr(isText),
  memberSince: nullOr(isText),
  photoUrl: nullOr(isText),
};
const isMember: Is<MemberSummary> = objectOf(summaryProperties);

const nextActor = nullOr(oneOf<NextActor>({ member: true, reception: true, manager: true }));

const remarks = {
  birthday: { nextActor },
  firstVisitThisMonth: { nextActor },
  openTasks: { nextActor, count: isNumber },
  alreadyIn: { nextActor, since: isText },
  repeatIgnored: { nextActor, checkedInAt: isText },
  checkedOut: { nextActor, at: isText },
  undone: { nextActor },
  fromDirectory: { nextActor, at: isText },
};
const notes = { note: { nextActor, text: isText }, stopNote: { nextActor, text: isText } };
const attentions = {
  ...notes,
  contractEndsSoon: { nextActor, endsOn: isText, days: isNumber },
  contractEnded: { nextActor, endedOn: isText },
  contractNotStarted: { nextActor, startsOn: isText },
  prospect: { nextActor },
  firstAdmission: { nextActor },
  photoMissing: { nextActor },
  admissionOverridden: { nextActor },
};
const late = { letInBefore: { nextActor, at: isText } };
const refusals = {
  ...late,
  corporateMembershipEnded: { nextActor, endedOn: nullOr(isText) },
  corporateMembershipNotStarted: { nextActor, startsOn: nullOr(isText) },
  gymNotInNetwork: { nextActor },
  noGuestProgramme: { nextActor },
};
const keptHere = {
  nextActor,
  kept: oneOf({ lookUp: true, checkIn: true, checkOut: true, admitAnyway: true, notStored: true }),
};
const unasked = {
  platformSlow: { nextActor },
  platformUnreachable: { nextActor },
  platformFailed: { nextActor, status: isNumber },
  platformAnswerUnreadable: { nextActor },
  platformBusy: { nextActor },
  keyRejected: { nextActor },
  permissionMissing: { nextActor },
  deskUnreachable: keptHere,
  storageFailed: keptHere,
  signedOut: keptHere,
};
const unknowns = {
  ...late,
  cardUnknown: { nextActor },
  passUnknown: { nextActor },
  emailUnknown: { nextActor },
  membershipIdUnknown: { nextActor },
  numberUnknown: { nextActor },
  membershipMissing: { nextActor },
  unreadable: { nextActor, problem: isText, keyboardLayout: nullOr(isText) },
  visitNotCounted: { nextActor },
};

const isScanned: Is<ScannedValue> = objectOf({
  kind: oneOf({ rfid: true, nfc: true, email: true, membershipId: true, unreadable: true }),
  text: isText,
});
const isVisit: Is<VisitSummary> = objectOf({
  tapId: isText,
  kind: oneOf({ checkIn: true, checkOut: true }),
  at: isText,
  undoUntil: nullOr(isText),
  isToBeSent: isFlag,
});

const everyVerdict = { tapId: isText, scanned: isScanned, tappedAt: isText, homeGym: maybe(isText) };
const ofSomebody = {
  ...everyVerdict,
  visit: nullOr(isVisit),
  offers: listOf(oneOf({ checkIn: true, checkOut: true })),
};

export const isVerdict: Is<Verdict> = variantsOf<Verdict, 'kind'>('kind', {
  admitted: { ...ofSomebody, member: isMember, reasons: listOf(variantsOf('code', remarks)) },
  attention: { ...ofSomebody, member: isMember, reasons: listOf(variantsOf('code', { ...remarks, ...attentions })) },
  refused: {
    ...ofSomebody,
    member: isMember,
    reasons: listOf(variantsOf('code', refusals)),
    mayOverride: isFlag,
  },
  unconfirmed: {
    ...ofSomebody,
    member: nullOr(isMember),
    reasons: listOf(variantsOf('code', { ...remarks, ...notes, ...unasked })),
  },
  unknown: { ...everyVerdict, reasons: listOf(variantsOf('code', unknowns)), isScan: maybe(isFlag) },
});

/** The result of a search in the desk's own directory for a scan; null where it finds no member. */
export interface GlanceAnswer {
  glance: Glance | null;
}
export const isGlanceAnswer: Is<GlanceAnswer> = objectOf({ glance: nullOr(objectOf({ member: isMember })) });
