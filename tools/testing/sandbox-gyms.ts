import { type AtSandbox, askSandbox } from './ask-sandbox.ts';

interface SandboxGym {
  gymId: string;
  /** Of version 2 and the data export. */
  apiKey: string;
  members: { shows: string; accountId: string }[];
}

/** Creates a gym with ten members at the platform of a stack. */
export async function createSandboxGym(at: AtSandbox, name: string): Promise<SandboxGym> {
  const asked = { method: 'POST', path: '/gyms', body: { name } } as const;
  const { v2, ...gym } = await askSandbox<Omit<SandboxGym, 'apiKey'> & { v2: { apiKey: string } }>(at, asked);
  return { ...gym, apiKey: v2.apiKey };
}
