import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type Admission, admissionAsRead, type PresenceRequest } from '#contracts/v2/visits.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Long, since after a timeout it is unknown whether admission was granted and logged. */
export const admissionTimeoutMs = 8_000;

/** Asks for admission of a `CORPORATE_FITNESS` member. The platform logs what it grants. */
export function askAdmission(
  gym: GymClient,
  { accountId, urgency }: { accountId: string; urgency: Urgency },
): Promise<GymAnswer<Admission>> {
  const parameters = { accountId };
  const timeoutMs = admissionTimeoutMs;
  return gym.ask({ operation: 'checkAdmission', parameters, answer: admissionAsRead, urgency, timeoutMs });
}

/**
 * Account, kind and `at` are the idempotency key at our platform. Another provider may record a second event (behaviour
 * sheet, "What the real provider may do otherwise").
 */
export function sendVisit(
  gym: GymClient,
  { accountId, kind, at }: { accountId: string; kind: 'checkIn' | 'checkOut'; at: Date },
): Promise<GymAnswer<void>> {
  const body: Sent<PresenceRequest> = { timestamp: at.getTime() };
  const operation = kind === 'checkIn' ? 'checkin' : 'checkout';
  return gym.ask({ operation, parameters: { accountId }, body, answer: null, urgency: 'ledger' });
}
