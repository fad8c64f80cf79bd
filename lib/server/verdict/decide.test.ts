import { describe, expect, test } from 'vitest';
import type { Member } from '#lib/server/directory/member.ts';
import { admissionRefusals, type Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Circumstances, decide, decideUnrecognised } from './decide.ts';

const today = '2026-11-21';
const now: Circumstances = {
  tappedAt: Date.parse('2026-11-21T08:41:07Z'),
  timeZone: 'Europe/Berlin',
  presence: { kind: 'out' },
  admission: { kind: 'notAsked' },
  unavailable: null,
  knownUntil: null,
  isFirstVisitThisMonth: false,
  openTasks: 0,
  isPhotoMissing: false,
  notes: [],
};
const lena: Member = {
  accountId: 'a-1',
  firstName: 'Lena',
  lastName: 'Vogt',
  email: 'lena@example.com',
  phone: null,
  dateOfBirth: '1990-05-04',
  membershipId: 'M-10442',
  barcode: null,
  membershipType: 'PREMIUM',
  startOfContract: '2019-04-01',
  endOfContract: null,
  corporateStart: null,
  corporateEnd: null,
};
const corporate: Member = {
  ...lena,
  membershipType: 'CORPORATE_FITNESS',
  corporateStart: new Date('2026-11-30T23:00:00Z'),
  corporateEnd: new Date('2026-10-31T22:59:59Z'),
};

const entitled: Member = { ...corporate, corporateStart: null, corporateEnd: null };

test('a member without reasons is admitted', () => {
  expect(decide(lena, now)).toEqual({ kind: 'admitted', reasons: [] });
});

describe('attention: the member is in, and reception is alerted', () => {
  test.each<[string, Partial<Member>, object]>([
    ['ends today', { endOfContract: today }, { code: 'contractEndsSoon', endsOn: today, days: 0 }],
    ['ends in 14 days', { endOfContract: '2026-12-05' }, { code: 'contractEndsSoon', endsOn: '2026-12-05', days: 14 }],
    ['ended yesterday', { endOfContract: '2026-11-20' }, { code: 'contractEnded', endedOn: '2026-11-20' }],
    ['starts tomorrow', { startOfContract: '2026-11-22' }, { code: 'contractNotStarted', startsOn: '2026-11-22' }],
    [
      'of corporate fitness ends in 4 days',
      { corporateEnd: new Date('2026-11-25T22:59:59Z'), endOfContract: '2026-11-01' },
      { code: 'contractEndsSoon', endsOn: '2026-11-25', days: 4 },
    ],
    [
      'of corporate fitness starts tomorrow',
      { corporateStart: new Date('2026-11-21T23:00:00Z') },
      { code: 'contractNotStarted', startsOn: '2026-11-22' },
    ],
    ['is a prospect', { membershipType: 'PROSPECT' }, { code: 'prospect' }],
  ])('a member whose contract or person %s', (_, fields, reason) => {
    expect(decide({ ...lena, ...fields }, now)).toMatchObject({ kind: 'attention', reasons: [reason] });
  });

  test.each<[string, Partial<Member>]>([
    ['ends in 15 days', { endOfContract: '2026-12-06' }],
    ['starts today', { startOfContract: today }],
    ['is of a type added later', { membershipType: 'GOLD' }],
    ['has no dates', { startOfContract: null, dateOfBirth: null, membershipType: null }],
  ])('none for a member whose contract %s', (_, fields) => {
    expect(decide({ ...lena, ...fields }, now).kind).toBe('admitted');
  });

  test('the first admission of a corporate member', () => {
    const first = decide(entitled, { ...now, admission: { kind: 'granted', isFirst: true } });
    expect(first).toMatchObject({ kind: 'attention', reasons: [{ code: 'firstAdmission', nextActor: 'reception' }] });
    const second = decide(entitled, { ...now, admission: { kind: 'granted', isFirst: false } });
    expect(second).toEqual({ kind: 'admitted', reasons: [] });
  });

  test('a note that reception wrote about the member', () => {
    const notes = [
      { text: 'Bring the contract', stops: true },
      { text: 'Owes for a towel', stops: false },
    ];
    const reasons = [
      { code: 'stopNote', text: 'Bring the contract', nextActor: 'reception' },
      { code: 'note', text: 'Owes for a towel', nextActor: null },
    ];
    expect(decide(lena, { ...now, notes })).toEqual({ kind: 'attention', reasons });
    // notes are the desk's own, so they are shown during an outage
    const away = decide(lena, { ...now, notes, unavailable: { kind: 'unavailable', because: 'slow' } });
    expect(away).toMatchObject({ kind: 'unconfirmed', reasons: [{ code: 'platformSlow' }, ...reasons] });
  });

  test('a member without a picture where pictures are expected', () => {
    expect(decide(lena, { ...now, isPhotoMissing: true })).toMatchObject({
      kind: 'attention',
      reasons: [{ code: 'photoMissing', nextActor: 'reception' }],
    });
  });

  test('a member let in against a refusal', () => {
    expect(decide(entitled, { ...now, admission: { kind: 'overridden' } })).toMatchObject({
      kind: 'attention',
      reasons: [{ code: 'admissionOverridden', nextActor: 'manager' }],
    });
  });

  test('all reasons are given, not only the first one', () => {
    const member = { ...lena, endOfContract: '2026-11-01', dateOfBirth: '1990-11-21', membershipType: 'PROSPECT' };
    const { reasons } = decide(member, { ...now, isFirstVisitThisMonth: true });
    expect(reasons.map(({ code }) => code)).toEqual(['contractEnded', 'prospect', 'birthday', 'firstVisitThisMonth']);
  });
});

test('today is the day of the tap at the location', () => {
  const lateEvening = { ...now, tappedAt: Date.parse('2026-11-21T23:30:00Z') };
  const member = { ...lena, endOfContract: today };
  expect(decide(member, { ...lateEvening, timeZone: 'Europe/Berlin' }).reasons[0]?.code).toBe('contractEnded');
  expect(decide(member, { ...lateEvening, timeZone: 'Europe/London' }).reasons[0]?.code).toBe('contractEndsSoon');
});

describe('remarks', () => {
  test('a second scan within the repeat window', () => {
    const presence = { kind: 'repeat', checkedInAt: now.tappedAt - 5_000 } as const;
    expect(decide(lena, { ...now, presence, isFirstVisitThisMonth: true })).toEqual({
      kind: 'admitted',
      reasons: [{ code: 'repeatIgnored', checkedInAt: '2026-11-21T08:41:02.000Z', nextActor: null }],
    });
  });

  test('a scan of a member who is in', () => {
    const presence = { kind: 'in', since: now.tappedAt - 3_600_000 } as const;
    expect(decide(lena, { ...now, presence })).toEqual({
      kind: 'admitted',
      reasons: [{ code: 'alreadyIn', since: '2026-11-21T07:41:07.000Z', nextActor: null }],
    });
  });

  test('a birthday, which does not cause attention', () => {
    const reasons = [{ code: 'birthday', nextActor: null }];
    expect(decide({ ...lena, dateOfBirth: '1990-11-21' }, now)).toEqual({ kind: 'admitted', reasons });
    expect(decide({ ...lena, dateOfBirth: '1990-11-22' }, now)).toEqual({ kind: 'admitted', reasons: [] });
  });

  test('the first visit of a month', () => {
    expect(decide(lena, { ...now, isFirstVisitThisMonth: true }).reasons).toEqual([
      { code: 'firstVisitThisMonth', nextActor: null },
    ]);
  });
});

describe('refused: the four corporate refusals, and nothing else', () => {
  test.each([
    [
      'corporateFitnessMembershipExpired',
      { code: 'corporateMembershipEnded', endedOn: '2026-10-31', nextActor: 'member' },
    ],
    [
      'corporateFitnessMembershipNotStarted',
      { code: 'corporateMembershipNotStarted', startsOn: '2026-12-01', nextActor: 'member' },
    ],
    ['corporateFitnessGymNotInNetwork', { code: 'gymNotInNetwork', nextActor: 'manager' }],
    ['corporateFitnessGymNotInNetworkPlus1', { code: 'noGuestProgramme', nextActor: 'manager' }],
  ] as const)('%s', (refusal, reason) => {
    const refused = { ...now, admission: { kind: 'refused', refusal } } as const;
    expect(decide(corporate, refused)).toEqual({ kind: 'refused', reasons: [reason] });
  });

  test('a refusal without a date has none', () => {
    for (const refusal of admissionRefusals) {
      const bare = { ...corporate, corporateStart: null, corporateEnd: null };
      const { reasons } = decide(bare, { ...now, admission: { kind: 'refused', refusal } });
      expect(Object.values(reasons[0] ?? {}).filter((value) => value !== null)).toHaveLength(2);
    }
  });
});

describe('unconfirmed: the platform could not be asked', () => {
  test.each<[Unavailable, object]>([
    [
      { kind: 'unavailable', because: 'slow' },
      { code: 'platformSlow', nextActor: 'reception' },
    ],
    [
      { kind: 'unavailable', because: 'unreachable' },
      { code: 'platformUnreachable', nextActor: 'reception' },
    ],
    [
      { kind: 'unavailable', because: 'failed', status: 500 },
      { code: 'platformFailed', status: 500 },
    ],
    [
      { kind: 'unavailable', because: 'unreadable' },
      { code: 'platformAnswerUnreadable', nextActor: 'reception' },
    ],
    [
      { kind: 'unavailable', because: 'busy' },
      { code: 'platformBusy', nextActor: 'reception' },
    ],
    [
      { kind: 'unavailable', because: 'keyRejected' },
      { code: 'keyRejected', nextActor: 'manager' },
    ],
    [
      { kind: 'unavailable', because: 'permissionMissing' },
      { code: 'permissionMissing', nextActor: 'manager' },
    ],
  ])('%j', (unavailable, reason) => {
    expect(decide(lena, { ...now, unavailable })).toMatchObject({ kind: 'unconfirmed', reasons: [reason] });
    expect(decideUnrecognised(unavailable, now.presence)).toMatchObject({ kind: 'unconfirmed', reasons: [reason] });
  });

  test('has remarks that the desk itself knows, and none that need the platform', () => {
    const unavailable = { kind: 'unavailable', because: 'slow' } as const;
    const presence = { kind: 'in', since: now.tappedAt - 3_600_000 } as const;
    const { reasons } = decide({ ...lena, endOfContract: '2026-11-01' }, { ...now, unavailable, presence });
    expect(reasons.map(({ code }) => code)).toEqual(['platformSlow', 'alreadyIn']);
  });
});

test('open tasks are a remark, whether the member comes or is in, and never a reason for attention', () => {
  for (const presence of [now.presence, { kind: 'in', since: now.tappedAt - 3_600_000 } as const]) {
    const { kind, reasons } = decide(lena, { ...now, presence, openTasks: 2 });
    expect(kind).toBe('admitted');
    expect(reasons).toContainEqual({ code: 'openTasks', count: 2, nextActor: null });
  }
  expect(decide(lena, now).reasons).toEqual([]);
});
