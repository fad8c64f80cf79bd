import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type Admission, admissionAsRead, type PresenceRequest } from '#contracts/v2/visits.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** A question given up too early leaves open whether it was granted. */
const admissionTimeoutMs = 8_000;

/** Only for members of type `CORPORATE_FITNESS`. A granted admission is logged by the platform. */
export function askAdmission(gym: GymClient, accountId: string, urgency: Urgency): Promise<GymAnswer<Admission>> {
  const parameters = { accountId };
  const timeoutMs = admissionTimeoutMs;
  return gym.ask({ operation: 'checkAdmission', parameters, answer: admissionAsRead, urgency, timeoutMs });
}

/**
 * Sending the same account, kind and `at` again is the same event to our platform, and may be a second one to another
 * provider's (behaviour sheet, "What the real provider may do otherwise").
 */
export function sendVisit(
  gym: GymClient,
  { accountId, kind, at }: { accountId: string; kind: 'checkIn' | 'checkOut'; at: Date },
): Promise<GymAnswer<void>> {
  const body: Sent<PresenceRequest> = { timestamp: at.getTime() };
  const operation = kind === 'checkIn' ? 'checkin' : 'checkout';
  return gym.ask({ operation, parameters: { accountId }, body, answer: null, urgency: 'ledger' });
}
