import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type Admission, admissionAsRead, type PresenceRequest } from '#contracts/v2/visits.ts';
import type { GymAnswer } from './answer.ts';
import type { Urgency } from './pacer.ts';
import type { Transport } from './transport.ts';

/** Only for members of type `CORPORATE_FITNESS`. A granted admission is logged by the platform. */
export function askAdmission(gym: Transport, accountId: string, urgency: Urgency): Promise<GymAnswer<Admission>> {
  return gym.ask({ operation: 'checkAdmission', parameters: { accountId }, answer: admissionAsRead, urgency });
}

/** Sending the same account, kind and `at` again is the same event to the platform. */
export function sendVisit(
  gym: Transport,
  { accountId, kind, at }: { accountId: string; kind: 'checkIn' | 'checkOut'; at: Date },
): Promise<GymAnswer<void>> {
  const body: Sent<PresenceRequest> = { timestamp: at.getTime() };
  const operation = kind === 'checkIn' ? 'checkin' : 'checkout';
  return gym.ask({ operation, parameters: { accountId }, body, answer: null, urgency: 'ledger' });
}
