import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { troubleOf, type Unavailable } from '#lib/gym-api/errors.ts';
import type { Urgency } from '#lib/gym-api/pacer.ts';
import { askAdmission as ask } from '#lib/gym-api/visits.ts';
import type { Admission } from './decide.ts';

/**
 * Asks whether a corporate member may enter now. Only the platform's own four refusals refuse; whatever else comes
 * back leaves the question open.
 */
export async function askAdmission(
  desk: Desk,
  location: Location,
  accountId: string,
  urgency: Urgency,
): Promise<Extract<Admission, { kind: 'granted' | 'refused' }> | Unavailable> {
  const answer = await ask(desk.gymOf(location), accountId, urgency);
  if (answer.ok) return { kind: 'granted', isFirst: answer.value.firstAdmission };
  const trouble = troubleOf(answer.problem);
  switch (trouble.kind) {
    case 'admissionRefused':
      return { kind: 'refused', refusal: trouble.refusal };
    case 'unavailable':
      return trouble;
    case 'missing':
      return { kind: 'unavailable', because: 'failed', status: 404 };
    case 'rejected':
      return { kind: 'unavailable', because: 'failed', status: trouble.status };
  }
}
