import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type GymRoles, gymRoles } from '#contracts/v2/roles.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** What a member is in the gym of the key, besides a member. */
export function readRoles(gym: GymClient, accountId: string, urgency: Urgency): Promise<GymAnswer<GymRoles>> {
  return gym.ask({ operation: 'getRoles', parameters: { accountId }, answer: gymRoles, urgency });
}

/** A role that is not named stays as it is. */
export function assignRoles(gym: GymClient, accountId: string, body: Sent<GymRoles>): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'assignRoles',
    parameters: { accountId },
    body,
    answer: null,
    urgency: 'interactive',
    timeoutMs: 5_000,
  });
}
