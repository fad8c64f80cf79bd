import { PlatformError } from '#platform/base/errors.ts';
import { changeDespiteRequests } from '#platform/services/sandbox/change-despite-requests.ts';
import { resetClock } from '#platform/services/sandbox/clock/set.ts';
import { removeFaults } from '#platform/services/sandbox/faults/remove.ts';
import { type DemoChainDescription, hasDemoChain } from '#platform/simulator/describe-demo-chain.ts';
import type { SandboxContext } from './create-sandbox-gym.ts';
import { removeSandboxGyms } from './remove-sandbox-gym.ts';
import { resetDemo } from './reset-demo.ts';
import { inventWholeDemo } from './whole-demo.ts';

interface ResetSandbox {
  /** Null if there is no demo. */
  demo: DemoChainDescription | null;
  /** How many gyms were removed. */
  removedGyms: number;
}

/**
 * Sets the demo back; with `everything`, ends all rules of faults and sets back the clock, too, and removes the gyms that clients
 * have made.
 * @throws 409 without a demo, if nothing else was asked for
 */
export async function resetSandbox(
  { sandbox, clock }: SandboxContext,
  { everything }: { everything: boolean },
): Promise<ResetSandbox> {
  let removedGyms = 0;
  if (everything) {
    await removeFaults(sandbox);
    await resetClock(sandbox, undefined);
    removedGyms = await removeSandboxGyms(sandbox);
  }
  // not in the transaction: requests wait while it runs, and it may be repeated
  const data = (await sandbox.change(hasDemoChain)) ? await inventWholeDemo(clock()) : undefined;
  const demo = data && (await changeDespiteRequests(sandbox, (sql) => resetDemo(sql, data, clock)));
  if (!demo && !everything) {
    throw new PlatformError(
      'generalConflict',
      'This sandbox has no demo: `npm run platform:admin seed-demo` writes one.',
    );
  }
  return { demo: demo ?? null, removedGyms };
}
