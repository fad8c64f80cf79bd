import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type GymRoles, gymRoles } from '#contracts/v2/roles.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** The roles of a member at the gym of the key. */
export function readRoles(
  gym: GymClient,
  { accountId, urgency }: { accountId: string; urgency: Urgency },
): Promise<GymAnswer<GymRoles>> {
  return gym.ask({ operation: 'getRoles', parameters: { accountId }, answer: gymRoles, urgency });
}

/** Roles that are left out stay as they are. */
export function assignRoles(
  gym: GymClient,
  { accountId, roles }: { accountId: string; roles: Sent<GymRoles> },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'assignRoles',
    parameters: { accountId },
    body: roles,
    answer: null,
    urgency: 'interactive',
    timeoutMs: 5_000,
  });
}
