import type { Stack } from '#tools/testing/stack.ts';

/** Measures while every response of the platform is delayed. */
export async function withDelay<T>(stack: Stack, delayMs: number, measure: () => Promise<T>): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  if (delayMs > 0) await switchFaults(stack, { method: 'PUT', headers, body: JSON.stringify({ delayMs }) });
  try {
    return await measure();
  } finally {
    await switchFaults(stack, { method: 'DELETE' });
  }
}

async function switchFaults({ platformUrl }: Stack, request: RequestInit): Promise<void> {
  const response = await fetch(`${platformUrl}/sandbox/faults`, request);
  if (!response.ok) throw new Error(`The platform's fault switch answered ${response.status}.`);
}
