import type {
  AdmittedVerdict,
  AttentionVerdict,
  MemberSummary,
  Reason,
  RefusedVerdict,
  UnconfirmedVerdict,
  UnknownVerdict,
  VisitSummary,
} from '#lib/wire/verdict.ts';

export const lena: MemberSummary = {
  accountId: 'account-of-lena',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  membershipId: 'M-10442',
  memberSince: '2019-04-01',
  photoUrl: null,
};

export const visit: VisitSummary = {
  tapId: 'tap',
  kind: 'checkIn',
  at: '2026-11-20T08:41:07.000Z',
  undoUntil: null,
  isToBeSent: true,
};

const base = {
  tapId: 'tap',
  scanned: { kind: 'rfid', text: '0x04B8 1D5A 2F6C 80' },
  tappedAt: '2026-11-20T08:41:07.000Z',
} as const;

export const admitted: AdmittedVerdict = {
  ...base,
  kind: 'admitted',
  member: lena,
  visit,
  offers: ['checkOut'],
  reasons: [],
};
export const attention: AttentionVerdict = { ...admitted, kind: 'attention' };
export const refused: RefusedVerdict = {
  ...base,
  kind: 'refused',
  member: lena,
  visit: null,
  offers: [],
  mayOverride: false,
  reasons: [],
};
export const unconfirmed: UnconfirmedVerdict = { ...admitted, kind: 'unconfirmed', reasons: [] };
export const unknown: UnknownVerdict = { ...base, kind: 'unknown', reasons: [] };

type Sample<Code extends Reason['code']> = Extract<Reason, { code: Code }>;

/** One reason for every code, with the next actor that the desk sets for it. */
export const reasonOf: { [Code in Reason['code']]: Sample<Code> } = {
  openTasks: { code: 'openTasks', count: 2, nextActor: null },
  firstVisitThisMonth: { code: 'firstVisitThisMonth', nextActor: null },
  alreadyIn: { code: 'alreadyIn', since: '2026-11-20T08:00:00.000Z', nextActor: null },
  repeatIgnored: { code: 'repeatIgnored', checkedInAt: '2026-11-20T08:41:00.000Z', nextActor: null },
  checkedOut: { code: 'checkedOut', at: '2026-11-20T10:00:00.000Z', nextActor: null },
  undone: { code: 'undone', nextActor: null },
  fromDirectory: { code: 'fromDirectory', at: '2026-11-20T08:40:00.000Z', nextActor: null },
  contractEndsSoon: { code: 'contractEndsSoon', endsOn: '2026-11-29', days: 9, nextActor: 'member' },
  contractEnded: { code: 'contractEnded', endedOn: '2026-10-31', nextActor: 'reception' },
  contractNotStarted: { code: 'contractNotStarted', startsOn: '2026-12-01', nextActor: 'reception' },
  prospect: { code: 'prospect', nextActor: 'reception' },
  birthday: { code: 'birthday', nextActor: null },
  firstAdmission: { code: 'firstAdmission', nextActor: 'reception' },
  note: { code: 'note', text: 'Owes for a towel', nextActor: null },
  stopNote: { code: 'stopNote', text: 'Bring the contract', nextActor: 'reception' },
  photoMissing: { code: 'photoMissing', nextActor: 'reception' },
  admissionOverridden: { code: 'admissionOverridden', nextActor: 'manager' },
  corporateMembershipEnded: { code: 'corporateMembershipEnded', endedOn: '2026-10-31', nextActor: 'member' },
  corporateMembershipNotStarted: { code: 'corporateMembershipNotStarted', startsOn: '2026-12-01', nextActor: 'member' },
  gymNotInNetwork: { code: 'gymNotInNetwork', nextActor: 'manager' },
  noGuestProgramme: { code: 'noGuestProgramme', nextActor: 'manager' },
  platformSlow: { code: 'platformSlow', nextActor: 'reception' },
  platformUnreachable: { code: 'platformUnreachable', nextActor: 'reception' },
  platformFailed: { code: 'platformFailed', status: 503, nextActor: 'reception' },
  platformAnswerUnreadable: { code: 'platformAnswerUnreadable', nextActor: 'reception' },
  platformBusy: { code: 'platformBusy', nextActor: 'reception' },
  keyRejected: { code: 'keyRejected', nextActor: 'manager' },
  permissionMissing: { code: 'permissionMissing', nextActor: 'manager' },
  deskUnreachable: { code: 'deskUnreachable', kept: 'lookUp', nextActor: 'reception' },
  storageFailed: { code: 'storageFailed', kept: 'lookUp', nextActor: 'reception' },
  signedOut: { code: 'signedOut', kept: 'lookUp', nextActor: 'reception' },
  letInBefore: { code: 'letInBefore', at: '2026-11-20T08:41:07.000Z', nextActor: 'reception' },
  visitNotCounted: { code: 'visitNotCounted', nextActor: null },
  cardUnknown: { code: 'cardUnknown', nextActor: 'reception' },
  passUnknown: { code: 'passUnknown', nextActor: 'reception' },
  emailUnknown: { code: 'emailUnknown', nextActor: 'reception' },
  membershipIdUnknown: { code: 'membershipIdUnknown', nextActor: 'reception' },
  numberUnknown: { code: 'numberUnknown', nextActor: 'reception' },
  membershipMissing: { code: 'membershipMissing', nextActor: 'reception' },
  unreadable: { code: 'unreadable', problem: 'oddDigits', keyboardLayout: null, nextActor: 'reception' },
};
