import { endFaults, setFault } from '#tools/testing/sandbox-faults.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** Measures while every response of version 2 is delayed. */
export async function withDelay<T>(stack: Stack, delayMs: number, measure: () => Promise<T>): Promise<T> {
  if (delayMs > 0) await setFault(stack, { interface: 'v2', delayMs });
  try {
    return await measure();
  } finally {
    await endFaults(stack);
  }
}
