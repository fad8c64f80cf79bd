import type { Stack } from './stack.ts';

export type AtSandbox = Pick<Stack, 'platformUrl'>;

interface Asked {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  body?: object;
}

/** Calls an endpoint of a stack's sandbox. @returns its answer, if it has one */
export async function askSandbox<T>({ platformUrl }: AtSandbox, { method, path, body }: Asked): Promise<T> {
  const response = await fetch(`${platformUrl}/sandbox${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${said}`);
  return (said === '' ? undefined : JSON.parse(said)) as T; // safe because: each endpoint has its own answer, which the caller names
}
