import type { Call } from '#platform/services/call.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** What the gates of all interfaces need to open a call. */
export interface Gated extends Dependencies {
  sandbox?: Sandbox | undefined;
}

/** Whether the credentials of the gym have no limits: it is one of a sandbox, made so. */
export const isUnlimited = (sandbox: Sandbox | undefined, gymId: string): boolean =>
  sandbox?.state.gyms[gymId]?.isLimited === false;

/** The call of a gym whose client has been recognized. */
export const openCall = (
  { db, clock, ids, sandbox }: Gated,
  { chainId, gymId }: Pick<Call, 'chainId' | 'gymId'>,
  { seesUnmigrated }: Pick<Call, 'seesUnmigrated'>,
): Call => ({
  db: db.chain(chainId),
  chainId,
  gymId,
  seesUnmigrated,
  ids,
  clock: clockOfGym(sandbox, gymId, clock),
  isUnlimited: isUnlimited(sandbox, gymId),
});
