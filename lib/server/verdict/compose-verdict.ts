import 'server-only';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { type TapAnswer, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { homeGymOf, isPhotoOfMember, memberColumns } from '#lib/server/directory/directory.ts';
import { type KnownMember, summarise } from '#lib/server/directory/member.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
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
  const recorded = await readRecorded(
    db,
    locationId,
    answered.map(({ answer }) => (answer.decision.kind === 'unknown' ? noRecord : answer)),
  );
  return answered.map(({ tapId, answer }, index) => {
    const { visit = null, known = null } = recorded[index] ?? {};
    return compose(tapId, visit?.state === 'undone' ? undone(answer, visit) : answer, {
      locationId,
      visit: visit ? summariseVisit(visit, now) : null,
      mayOverride,
      known: answer.accountId === null ? null : (known ?? { ...erasedMember, accountId: answer.accountId }),
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
      // this tap's own visit is settled in the outbox
      return {
        ...base,
        ...decision,
        member: member(),
        visit,
        offers,
        mayOverride: mayOverride && visit?.tapId !== tapId,
      };
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
const undone = (answer: TapAnswer, visit: ShownVisit): TapAnswer =>
  answer.decision.kind === 'unknown'
    ? answer
    : { ...answer, decision: decisionOfUndone(answer), offers: answer.accountId === null ? [] : [visit.kind] };

/** What the answer of a tap refers to. */
type Referring = Pick<TapAnswer, 'visitTapId' | 'accountId'>;

const noRecord: Referring = { visitTapId: null, accountId: null };

interface Recorded {
  visit: ShownVisit | null;
  known: KnownHere | null;
}

type ShownVisit = Pick<Visit, 'tapId' | 'kind' | 'state' | 'tappedAt' | 'undoUntil'>;

/** The current state of the visits and the members that answers refer to, in the order of the answers. */
async function readRecorded(db: Queryable, locationId: string, of: readonly Referring[]): Promise<Recorded[]> {
  if (of.every(({ visitTapId, accountId }) => visitTapId === null && accountId === null)) return [];
  const [tapIds, accountIds] = [of.map(({ visitTapId }) => visitTapId), of.map(({ accountId }) => accountId)];
  const rows = await (of.length === 1
    ? ofOneStatement(db).execute({ locationId, tapId: tapIds[0], accountId: accountIds[0] })
    : ofListStatement(db).execute({ locationId, tapIds, accountIds }));
  return rows.map(({ visit, member, photoVersion, homeGym }) => ({
    visit,
    known: member && { ...member, photoVersion, homeGym },
  }));
}

const [tapIds, accountIds] = [sql.placeholder('tapIds'), sql.placeholder('accountIds')];
const ofListStatement = prepareOnce((db) =>
  recordedStatement(
    db,
    sql`unnest(${tapIds}::uuid[], ${accountIds}::text[]) with ordinality as referred (tap_id, account_id, place)`,
  ),
);

const [tapId, accountId] = [sql.placeholder('tapId'), sql.placeholder('accountId')];
/** As a list of one, it would be planned anew each time: PostgreSQL expects ten elements of a list that it does not know. */
const ofOneStatement = prepareOnce((db) =>
  recordedStatement(db, sql`(select ${tapId}::uuid, ${accountId}::text, 1) as referred (tap_id, account_id, place)`),
);

/** One statement for all of it, since every tap and every list of them waits for it. */
function recordedStatement(db: Queryable, referred: SQL) {
  const locationId = sql.placeholder('locationId');
  const { tapId, kind, state, tappedAt, undoUntil } = visits;
  return db
    .select({
      visit: { tapId, kind, state, tappedAt, undoUntil },
      member: memberColumns,
      photoVersion: photos.version,
      homeGym: homeGymOf(locationId),
    })
    .from(referred)
    .leftJoin(visits, and(eq(visits.locationId, locationId), eq(tapId, sql`referred.tap_id`)))
    .leftJoin(members, and(eq(members.locationId, locationId), eq(members.accountId, sql`referred.account_id`)))
    .leftJoin(photos, isPhotoOfMember)
    .orderBy(sql`referred.place`)
    .prepare('');
}

/** The current state of a tap's visit; null where the tap has none. */
export async function readVisit(
  db: Queryable,
  { locationId, tapId, now }: { locationId: string; tapId: string; now: number },
): Promise<VisitSummary | null> {
  const [recorded] = await readRecorded(db, locationId, [{ ...noRecord, visitTapId: tapId }]);
  return recorded?.visit ? summariseVisit(recorded.visit, now) : null;
}

function summariseVisit(visit: ShownVisit, now: number): VisitSummary {
  const canUndo = visit.state === 'held' && visit.undoUntil.getTime() > now;
  return {
    tapId: visit.tapId,
    kind: visit.kind,
    at: visit.tappedAt.toISOString(),
    undoUntil: canUndo ? visit.undoUntil.toISOString() : null,
    isToBeSent: unsentStates.some((state) => state === visit.state),
  };
}

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
