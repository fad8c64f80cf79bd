import fc from 'fast-check';

/** Who a step is about: counted around all who ever were members. */
type Who = number;

/** What happens to members at the platform. */
export type Change =
  | { kind: 'join'; count: number }
  /** Moves to the front of the list. */
  | { kind: 'change'; who: Who }
  /** @property told when the desk hears the event of it */
  | { kind: 'leave'; who: Who; as: 'erased' | 'ended' | 'endedUnlisted'; told: 'now' | 'late' | 'never' }
  | { kind: 'rejoin'; who: Who }
  /** Many go at once, and the desk is told of none. */
  | { kind: 'leaveTogether'; from: Who; count: number };

const pageAnswers = [
  'true',
  'serverError',
  'page',
  'cut',
  'foreign',
  'strangers',
  'twice',
  'again',
  'short',
  'emptyGoesOn',
  'emptyGoesOnUncounted',
  'emptyEnds',
  'emptyCountsNobody',
  'emptySaysNothing',
] as const;
/** What is answered to the question for a page. */
export type PageAnswer = (typeof pageAnswers)[number];

/** What happens while a page is asked for. */
export interface Page {
  answer: PageAnswer;
  meanwhile: Change[];
}

const outages = ['none', 'knowsNobody', 'serverError', 'page'] as const;
/** What the platform answers to everything. */
export type Outage = (typeof outages)[number];

export type Step =
  | Change
  /** Staff write of a member what only the desk has. */
  | { kind: 'write'; who: Who }
  /** Somebody looks at a member's profile. */
  | { kind: 'open'; who: Who }
  | { kind: 'unlist' | 'list'; who: Who }
  | { kind: 'outage'; outage: Outage }
  | { kind: 'deliver' }
  /** @property killedAfter so many pages the process that reads is gone */
  | { kind: 'read'; afterMin: number; pages: Page[]; killedAfter: number | null }
  /** All, then what changed; members change meanwhile, and the platform is well. */
  | { kind: 'readWhole'; meanwhile: Who[] }
  | { kind: 'askAbsent' }
  | { kind: 'decide'; decision: 'keep' | 'ask' };

export interface Life {
  atFirst: number;
  /** Told on a page. */
  pageSize: number;
  platformAheadMin: number;
  steps: Step[];
}

const who = fc.nat({ max: 60 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join'), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('leave'),
      who,
      as: fc.constantFrom('erased', 'ended', 'endedUnlisted'),
      told: fc.constantFrom('now', 'late', 'never'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rejoin'), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('leaveTogether'),
      from: who,
      count: fc.integer({ min: 6, max: 40 }),
    }),
  },
);

const page: fc.Arbitrary<Page> = fc.record({
  answer: fc.oneof({ weight: 3, arbitrary: fc.constant('true' as const) }, fc.constantFrom(...pageAnswers)),
  meanwhile: fc.array(change, { maxLength: 2 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: change },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('unlist', 'list'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('outage'), outage: fc.constantFrom(...outages) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'deliver' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('read'),
      afterMin: fc.constantFrom(1, 1, 60, 1_440),
      pages: fc.array(page, { maxLength: 6 }),
      killedAfter: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('readWhole'), meanwhile: fc.array(who, { maxLength: 6 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'askAbsent' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide'), decision: fc.constantFrom('keep', 'ask') }) },
);

/** A chain's members, and what becomes of them and of the desk that reads them. */
export const life: fc.Arbitrary<Life> = fc.record({
  atFirst: fc.integer({ min: 0, max: 40 }),
  pageSize: fc.constantFrom(3, 10, 20, 100),
  platformAheadMin: fc.constantFrom(0, 0, -4, 4),
  steps: fc.array(step, { minLength: 5, maxLength: 30 }),
});
