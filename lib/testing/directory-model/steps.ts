import fc from 'fast-check';

/** The person a step is about: an index into all who ever were members, modulo their number. */
type Who = number;

/** A change of the platform's members. */
export type Change =
  | { kind: 'join'; count: number }
  /** Moves to the front of the list. */
  | { kind: 'change'; who: Who }
  /** @property told when the desk receives the event about it */
  | { kind: 'leave'; who: Who; as: 'erased' | 'ended' | 'endedUnlisted'; told: 'now' | 'late' | 'never' }
  | { kind: 'rejoin'; who: Who }
  /** Moves from another gym of the chain to this one, or the other way round. */
  | { kind: 'transfer'; who: Who }
  /** Many members leave at once, without an event. */
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
/** The kind of response to a request for a page. */
export type PageAnswer = (typeof pageAnswers)[number];

/** What another process of the desk does while the first one waits for a response, and how late that response is. */
type OtherProcess = { kind: 'otherReads' | 'otherAsks'; answeredAfterSec: number } | { kind: 'otherOpens'; who: Who };

/** Sets only the clock of the desk's machine, wrong or right again. */
interface SettingClock {
  kind: 'setClock';
  aheadMin: number;
}

/** What happens between a request and its response. */
export type Meanwhile = Change | OtherProcess | SettingClock;

/** The response to a request for a page, and what happens before it. */
export interface Page {
  answer: PageAnswer;
  meanwhile: Meanwhile[];
}

/** `anotherChain`: the API key belongs to another chain, which has other members. */
const outages = ['none', 'knowsNobody', 'serverError', 'page', 'anotherChain'] as const;
/** How the platform answers every request. */
export type Outage = (typeof outages)[number];

export type Step =
  | Change
  | SettingClock
  /** Staff write data about a member that only the desk has. */
  | { kind: 'write'; who: Who }
  /** A user opens a member's profile. */
  | { kind: 'open'; who: Who }
  | { kind: 'unlist' | 'list'; who: Who }
  | { kind: 'outage'; outage: Outage }
  | { kind: 'deliver' }
  /** @property killedAfter the number of pages after which the reading process is killed; null where it is not */
  | { kind: 'read'; afterMin: number; pages: Page[]; killedAfter: number | null }
  /** Reads all members, then those that changed meanwhile, from a platform that works. */
  | { kind: 'readWhole'; meanwhile: Who[] }
  /** @property meanwhile what happens during each request for a single member */
  | { kind: 'askAbsent'; meanwhile: Meanwhile[][] }
  | { kind: 'readHomes' }
  | { kind: 'decide'; decision: 'keep' | 'ask' };

/** @property by the index of the desk's process that takes the step */
interface Turn {
  by: 0 | 1;
  step: Step;
}

export interface Life {
  atFirst: number;
  /** The number of members of the chain whose key is used by mistake. */
  elsewhere: number;
  /** Members per page. */
  pageSize: number;
  platformAheadMin: number;
  turns: Turn[];
}

/** Often one of three persons, so that several steps concern the same one. */
const who = fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 60 }));
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('transfer'), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('leaveTogether'),
      from: who,
      count: fc.integer({ min: 6, max: 40 }),
    }),
  },
);

const setClock: fc.Arbitrary<SettingClock> = fc.record({
  kind: fc.constant('setClock'),
  aheadMin: fc.oneof(fc.constant(0), fc.constantFrom(-100_000, -1_500, -60, -3, -0.5, 0.5, 3, 60, 1_500, 100_000)),
});

const answeredAfterSec = fc.constantFrom(0, 1, 40);
const otherProcess: fc.Arbitrary<OtherProcess> = fc.oneof(
  fc.record({ kind: fc.constantFrom('otherReads', 'otherAsks'), answeredAfterSec }),
  fc.record({ kind: fc.constant('otherOpens'), who }),
);

const meanwhile: fc.Arbitrary<Meanwhile> = fc.oneof(
  { weight: 6, arbitrary: change },
  { weight: 3, arbitrary: otherProcess },
  { weight: 1, arbitrary: setClock },
);

const page: fc.Arbitrary<Page> = fc.record({
  answer: fc.oneof({ weight: 3, arbitrary: fc.constant('true' as const) }, fc.constantFrom(...pageAnswers)),
  meanwhile: fc.array(meanwhile, { maxLength: 2 }),
});

const steps: fc.WeightedArbitrary<Step>[] = [
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
      killedAfter: fc.option<number>(fc.integer({ min: 1, max: 3 }), { freq: 4, nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('readWhole'), meanwhile: fc.array(who, { maxLength: 6 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('askAbsent'),
      meanwhile: fc.oneof(
        fc.constant<Meanwhile[][]>([]),
        fc.array(fc.array(meanwhile, { maxLength: 1 }), { maxLength: 4 }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'readHomes' }) },
  { weight: 2, arbitrary: setClock },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide'), decision: fc.constantFrom('keep', 'ask') }) },
];
/** Some lives have only a few kinds of steps, so that these occur in every order. */
const stepOfLife = fc.oneof(fc.constant(steps), fc.subarray(steps, { minLength: 4, maxLength: 8 }));

/** The members of a chain, and a sequence of steps at the platform and at the desk. */
export const life: fc.Arbitrary<Life> = fc.record({
  atFirst: fc.integer({ min: 0, max: 40 }),
  elsewhere: fc.constantFrom(1, 8, 60),
  pageSize: fc.constantFrom(3, 10, 20, 100),
  platformAheadMin: fc.constantFrom(0, 0, -4, 4),
  turns: stepOfLife.chain((some) =>
    fc.array(fc.record({ by: fc.constantFrom(0, 0, 1), step: fc.oneof(...some) }), { minLength: 5, maxLength: 30 }),
  ),
});
