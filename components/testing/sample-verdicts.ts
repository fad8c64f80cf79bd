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

/** One reason of every code, with the move the desk gives it. */
export const reasonOf: { [Code in Reason['code']]: Sample<Code> } = {
  openTasks: { code: 'openTasks', count: 2, whoseMove: null },
  firstVisitThisMonth: { code: 'firstVisitThisMonth', whoseMove: null },
  alreadyIn: { code: 'alreadyIn', since: '2026-11-20T08:00:00.000Z', whoseMove: null },
  repeatIgnored: { code: 'repeatIgnored', checkedInAt: '2026-11-20T08:41:00.000Z', whoseMove: null },
  checkedOut: { code: 'checkedOut', at: '2026-11-20T10:00:00.000Z', whoseMove: null },
  undone: { code: 'undone', whoseMove: null },
  contractEndsSoon: { code: 'contractEndsSoon', endsOn: '2026-11-29', days: 9, whoseMove: 'member' },
  contractEnded: { code: 'contractEnded', endedOn: '2026-10-31', whoseMove: 'reception' },
  contractNotStarted: { code: 'contractNotStarted', startsOn: '2026-12-01', whoseMove: 'reception' },
  prospect: { code: 'prospect', whoseMove: 'reception' },
  birthday: { code: 'birthday', whoseMove: null },
  firstAdmission: { code: 'firstAdmission', whoseMove: 'reception' },
  note: { code: 'note', text: 'Owes for a towel', whoseMove: null },
  photoMissing: { code: 'photoMissing', whoseMove: 'reception' },
  admissionOverridden: { code: 'admissionOverridden', whoseMove: 'manager' },
  corporateMembershipEnded: { code: 'corporateMembershipEnded', endedOn: '2026-10-31', whoseMove: 'member' },
  corporateMembershipNotStarted: { code: 'corporateMembershipNotStarted', startsOn: '2026-12-01', whoseMove: 'member' },
  gymNotInNetwork: { code: 'gymNotInNetwork', whoseMove: 'manager' },
  noGuestProgramme: { code: 'noGuestProgramme', whoseMove: 'manager' },
  platformSlow: { code: 'platformSlow', whoseMove: 'reception' },
  platformUnreachable: { code: 'platformUnreachable', whoseMove: 'reception' },
  platformFailed: { code: 'platformFailed', status: 503, whoseMove: 'reception' },
  platformAnswerUnreadable: { code: 'platformAnswerUnreadable', whoseMove: 'reception' },
  platformBusy: { code: 'platformBusy', whoseMove: 'reception' },
  keyRejected: { code: 'keyRejected', whoseMove: 'manager' },
  permissionMissing: { code: 'permissionMissing', whoseMove: 'manager' },
  deskUnreachable: { code: 'deskUnreachable', kept: 'lookUp', whoseMove: 'reception' },
  signedOut: { code: 'signedOut', whoseMove: 'reception' },
  letInBefore: { code: 'letInBefore', at: '2026-11-20T08:41:07.000Z', whoseMove: 'reception' },
  visitNotCounted: { code: 'visitNotCounted', whoseMove: null },
  cardUnknown: { code: 'cardUnknown', whoseMove: 'reception' },
  passUnknown: { code: 'passUnknown', whoseMove: 'reception' },
  emailUnknown: { code: 'emailUnknown', whoseMove: 'reception' },
  membershipIdUnknown: { code: 'membershipIdUnknown', whoseMove: 'reception' },
  membershipMissing: { code: 'membershipMissing', whoseMove: 'reception' },
  unreadable: { code: 'unreadable', problem: 'oddDigits', keyboardLayout: null, whoseMove: 'reception' },
};
