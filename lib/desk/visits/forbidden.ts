import type { Visit } from '#lib/db/schema/visits.ts';

/** Long enough for a manager to see that visits wait, and for a provider to allow again what it forbade. */
const patienceMs = 24 * 3_600_000;

/** Whether a visit that the platform forbids, without a word why, has waited for long enough to be refused for good. */
export const isForbiddenForGood = ({ recordedAt }: Pick<Visit, 'recordedAt'>, now: number): boolean =>
  now - recordedAt.getTime() >= patienceMs;
