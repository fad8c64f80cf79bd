import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readEnv } from '#lib/server/base/env.ts';
import { readSettings } from '#platform/settings.ts';
import { root } from '#programs/base/run-program.ts';
import { environmentOfDesk, environmentOfPlatform } from './demo-environment.ts';

const secret = 's'.repeat(40);
const platformOf = (env: Record<string, string | undefined>) => {
  const database = { PLATFORM_DATABASE_URL: 'postgres://platform', PLATFORM_SECRET: secret };
  return readSettings({ ...environmentOfPlatform({ NODE_ENV: 'test', ...env }), ...database });
};
const deskOf = (env: Record<string, string | undefined>) => {
  const database = { DESK_DATABASE_URL: 'postgres://desk', DESK_SECRET: secret };
  return readEnv({ ...environmentOfDesk({ NODE_ENV: 'test', ...env }), ...database });
};

test.each([
  ['nothing is set', {}],
  ['.env is a copy of .env.example', parseEnv(fs.readFileSync(path.join(root, '.env.example'), 'utf8'))],
])('where %s, the demo has a sandbox and an address for reports about its security', (_where, env) => {
  expect(platformOf(env).sandbox).toBe(true);
  expect(deskOf(env).DESK_SECURITY_CONTACT).toBe('mailto:security@demo.example');
});

test('what the environment sets takes precedence', () => {
  expect(platformOf({ PLATFORM_SANDBOX: '0' }).sandbox).toBe(false);
  const contact = 'https://example.com/security';
  expect(deskOf({ DESK_SECURITY_CONTACT: contact }).DESK_SECURITY_CONTACT).toBe(contact);
});
