import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { type TapAnswer, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { homeGymOf, isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import { type KnownMember, summarise } from '#lib/server/directory/member.ts';
import { unsentStates } from '#lib/server/outbox/ledger.ts';
import type { Decision, Verdict, VisitSummary } from '#lib/wire/verdict.ts';

interface AnsweredTap {
  tapId: string;
  answer: TapAnswer;
}

interface VerdictContext {
  locationId: string;
  /** Epoch milliseconds. */
  now: number;
  /** Whether the person at the screen may let in against a refusal. */
  mayOverride: boolean;
}

/** Combines the answer of a tap with the current data of the member and the visit. */
export async function composeVerdict(
  db: Queryable,
  { tapId, answer, ...at }: AnsweredTap & VerdictContext,
): Promise<Verdict> {
  const [verdict] = await composeVerdicts(db, { answered: [{ tapId, answer }], ...at });
  if (!verdict) throw new Error('An answer has no verdict.');
  return verdict;
}

/** The same for many answers at once, in their order. */
export async function composeVerdicts(
  db: Queryable,
  { answered, locationId, now, mayOverride }: VerdictContext & { answered: readonly AnsweredTap[] },
): Promise<Verdict[]> {
  const answers = answered.map(({ answer }) => answer).filter(({ decision }) => decision.kind !== 'unknown');
  const recorded = await readVisits(db, locationId, known(answers.map(({ visitTapId }) => visitTapId)));
  const people = await readMembers(db, locationId, known(answers.map(({ accountId }) => accountId)));
  return answered.map(({ tapId, answer }) => {
    const visit = recorded.get(answer.visitTapId ?? '');
    return compose(tapId, visit?.state === 'undone' ? undone(answer, visit) : answer, {
      locationId,
      visit: visit ? summariseVisit(visit, now) : null,
      mayOverride,
      known:
        answer.accountId === null
          ? null
          : (people.get(answer.accountId) ?? { ...erasedMember, accountId: answer.accountId }),
    });
  });
}

interface KnownHere extends KnownMember {
  homeGym: string | null;
}

interface Known {
  locationId: string;
  known: KnownHere | null;
  visit: VisitSummary | null;
  mayOverride: boolean;
}

function compose(tapId: string, answer: TapAnswer, { locationId, known: person, visit, mayOverride }: Known): Verdict {
  const { decision, scanned, tappedAt, offers } = answer;
  const base = { tapId, scanned, tappedAt, ...(person?.homeGym && { homeGym: person.homeGym }) };
  const summary = person && summarise(locationId, person);
  const member = () => {
    if (summary) return summary;
    throw new Error(`An answer of kind ${decision.kind} names no member.`);
  };
  switch (decision.kind) {
    case 'unknown':
      return { ...base, ...decision };
    case 'unconfirmed':
      return { ...base, ...decision, member: summary, visit, offers };
    case 'refused':
      // an override would let the member in again: an existing visit is settled by the manager
      return { ...base, ...decision, member: member(), visit, offers, mayOverride: mayOverride && visit === null };
    case 'admitted':
    case 'attention':
      return { ...base, ...decision, member: member(), visit, offers };
  }
}

/** The decision that is shown for an undone visit. */
export const decisionOfUndone = ({ accountId }: Pick<Visit, 'accountId'>): Decision => ({
  kind: accountId === null ? 'unconfirmed' : 'admitted',
  reasons: [{ code: 'undone', nextActor: null }],
});

/** Replaces the decision of a tap whose visit was undone. */
const undone = (answer: TapAnswer, visit: Visit): TapAnswer =>
  answer.decision.kind === 'unknown'
    ? answer
    : { ...answer, decision: decisionOfUndone(answer), offers: answer.accountId === null ? [] : [visit.kind] };

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

async function readVisits(db: Queryable, locationId: string, tapIds: string[]): Promise<Map<string, Visit>> {
  if (tapIds.length === 0) return new Map();
  const found = await visitsStatement(db).execute({ locationId, tapIds });
  return new Map(found.map((visit) => [visit.tapId, visit]));
}

const visitsStatement = prepareOnce((db) =>
  db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.locationId, sql.placeholder('locationId')),
        sql`${visits.tapId} = any(${sql.placeholder('tapIds')}::uuid[])`,
      ),
    )
    .prepare(''),
);

/** The current state of a tap's visit; null where the tap has none. */
export async function readVisit(
  db: Queryable,
  { locationId, tapId, now }: { locationId: string; tapId: string; now: number },
): Promise<VisitSummary | null> {
  const visit = (await readVisits(db, locationId, [tapId])).get(tapId);
  return visit ? summariseVisit(visit, now) : null;
}

function summariseVisit(visit: Visit, now: number): VisitSummary {
  const canUndo = visit.state === 'held' && visit.undoUntil.getTime() > now;
  return {
    tapId: visit.tapId,
    kind: visit.kind,
    at: visit.tappedAt.toISOString(),
    undoUntil: canUndo ? visit.undoUntil.toISOString() : null,
    isToBeSent: unsentStates.some((state) => state === visit.state),
  };
}

async function readMembers(db: Queryable, locationId: string, accountIds: string[]): Promise<Map<string, KnownHere>> {
  if (accountIds.length === 0) return new Map();
  const found = await membersStatement(db).execute({ locationId, accountIds });
  return new Map(found.map((member) => [member.accountId, member]));
}

const membersStatement = prepareOnce((db) => {
  const locationId = sql.placeholder('locationId');
  return db
    .select({ ...knownMemberColumns, homeGym: homeGymOf(locationId) })
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(
      and(
        eq(members.locationId, locationId),
        sql`${members.accountId} = any(${sql.placeholder('accountIds')}::text[])`,
      ),
    )
    .prepare('');
});

/** A member whose data has been erased. */
const erasedMember: Omit<KnownHere, 'accountId'> = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  dateOfBirth: null,
  membershipId: null,
  barcode: null,
  membershipType: null,
  startOfContract: null,
  endOfContract: null,
  corporateStart: null,
  corporateEnd: null,
  photoVersion: null,
  homeGym: null,
};
