import { dayMs } from '#shared/calendar/durations.ts';

/** How long whoever has to add a passkey may put it off, from when they are first asked. */
const enrolmentMs = 7 * dayMs;

/** When a period ends that begins now. */
export const enrolmentEnd = (now: number): Date => new Date(now + enrolmentMs);

/** A session, and until when its person may put off the passkey; null before they were asked. */
interface Enrolling {
  startedAt: Date;
  /** Whether it began with a password or a link alone, where a passkey could be asked for. */
  isOneFactor: boolean;
  passkeyDueAt: Date | null;
}

/** Whether a session began too late to go on without the passkey, if its person still has to add one. */
export const beganAfterEnrolment = ({ startedAt, isOneFactor, passkeyDueAt }: Enrolling): boolean =>
  isOneFactor && passkeyDueAt !== null && startedAt >= passkeyDueAt;
