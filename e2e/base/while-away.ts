import { endFaults, setFault } from '#tools/testing/sandbox-faults.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** The platform closes the connection of every request without a response meanwhile, like a stopped one. */
export async function whileAway(stack: Stack, act: () => Promise<unknown>): Promise<void> {
  await setFault(stack, { drop: 'before' });
  await act().finally(() => endFaults(stack));
}
