import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { visits } from '#lib/server/db/schema/visits.ts';

/** The scan and its confirmation ask without a pause; after the third request 4 s, then 16 s, 64 s …, at most 2 h. */
const withoutPause = 2;
const firstS = 4;
const factor = 4;
const longestS = 7_200;

const isUnanswered = and(
  eq(admissions.locationId, visits.locationId),
  eq(admissions.accountId, visits.accountId),
  eq(admissions.tapId, visits.tapId),
  isNull(admissions.isFirst),
);

/**
 * How many seconds after an attempt a visit waits for the next one, as a column of `visits`: longer after each further request for
 * its admission that got no answer, since a platform that fails after it has granted logs each of them. Null for other visits.
 */
export const pauseForLostAnswers = sql<number | null>`(
  select least(${longestS}::float8, ${firstS}::float8 * ${factor}::float8 ^ (least(count(*), 20) - ${withoutPause + 1}::int))
  from ${admissions} where ${eq(visits.needsAdmission, true)} and ${isUnanswered} having count(*) > ${withoutPause}::int)`;
