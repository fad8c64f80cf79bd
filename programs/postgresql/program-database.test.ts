import { afterEach, expect, test, vi } from 'vitest';
import { openProgramDatabase } from './program-database.ts';

afterEach(() => vi.unstubAllEnvs());

test('an unreachable host that a parameter of the URL names is named in the error', async () => {
  vi.stubEnv('DESK_DATABASE_URL', 'postgres://u:p@/desk?host=/nowhere');
  await expect(openProgramDatabase('desk', '/nowhere', 'own')).rejects.toThrow(/^No PostgreSQL answers at \/nowhere: /);
});

test.each([
  'postgres://desk:secret@10.0.0.1:5432,10.0.0.2:5432/desk',
  'postgresql://10.0.0.1,10.0.0.2/desk',
  'postgres:///desk?host=10.0.0.1,10.0.0.2',
])('a URL with several hosts is rejected in one sentence: %s', async (address) => {
  vi.stubEnv('DESK_DATABASE_URL', address);
  await expect(openProgramDatabase('desk', '/nowhere', 'own')).rejects.toThrow(
    /^DESK_DATABASE_URL names several hosts: name one, such as the HAProxy of deploy\/ha,[^\n]*\.$/,
  );
});
