import type { Stack } from '#tools/testing/stack.ts';

/** The platform closes the connection of every request without a response meanwhile, like a stopped one. */
export async function whileAway({ platformUrl }: Stack, act: () => Promise<unknown>): Promise<void> {
  const ask = (method: 'PUT' | 'DELETE') => fetch(`${platformUrl}/sandbox/outage`, { method });
  await ask('PUT');
  await act().finally(() => ask('DELETE'));
}
