import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const probes: string[] = [];

/** Lints a file with one import, put into `folder`, and says whether the linter minds the import. */
function mindsImport(folder: string, specifier: string): boolean {
  const file = path.join(folder, `import-probe-${probes.length}-${process.pid}.ts`);
  probes.push(file);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, `export * as probe from '${specifier}';\n`);
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'lint', '--only=style/noRestrictedImports', file];
  const { status, stderr, stdout } = spawnSync(process.execPath, biome, { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toContain('Checked 1 file');
  return status !== 0;
}

afterEach(() => {
  for (const file of probes.splice(0)) fs.rmSync(file, { force: true });
});

test.each([
  ['components/check-in', '#lib/db/client.ts'],
  ['components/check-in', '#lib/gym-api/accounts.ts'],
  ['components/check-in', '#lib/auth/require-staff.ts'],
  ['components/ui', '#lib/wire/verdict.ts'],
  ['components/ui', '#components/cards/list.tsx'],
  ['components/cards', '#lib/desk/cards/read-cards.ts'],
  ['app/(desk)/_components', '#lib/desk/visits/record.ts'],
  ['lib/wire', '#lib/desk/visits/record.ts'],
  ['lib/wire', 'server-only'],
  ['platform/services', '#lib/scan/identify.ts'],
  ['platform/services', '#platform/http/v2/accounts.ts'],
  ['platform/services', 'hono'],
  ['platform/http/v2', '#platform/db/schema/accounts.ts'],
  ['platform/db', '#lib/env.ts'],
  ['lib/desk', '#components/ui/button.tsx'],
  ['lib/desk', '#platform/app.ts'],
  ['app', '#platform/app.ts'],
  ['contracts/v2', '#lib/env.ts'],
  ['lib/desk', '../env.ts'],
  ['shared/calendar', '#lib/env.ts'],
  ['shared/database', '#platform/log.ts'],
  ['shared/network', '#contracts/v2/primitives.ts'],
  ['shared/network', 'hono'],
  ['components/check-in', '#shared/database/connection.ts'],
  ['components/ui', '#shared/calendar/days.ts'],
  ['lib/wire', '#shared/network/loopback.ts'],
  ['app/(desk)/_components', '#shared/password/common-password.ts'],
  ['contracts/v2', '#shared/calendar/days.ts'],
])('%s may not import %s', (folder, specifier) => {
  expect(mindsImport(folder, specifier)).toBe(true);
});

test.each([
  ['components/check-in', '#lib/wire/verdict.ts'],
  ['platform/http/v2', '#platform/services/accounts/find.ts'],
  ['platform/services', '#contracts/v2/accounts.ts'],
  ['lib/desk', '#lib/gym-api/accounts.ts'],
  ['components/ui', '#components/ui/button.tsx'],
  ['app/(desk)/_components', '#lib/wire/verdict.ts'],
  ['components/check-in', '#shared/calendar/days.ts'],
  ['lib/wire', '#shared/calendar/days.ts'],
  ['lib/db', '#shared/database/connection.ts'],
  ['platform/services', '#shared/password/common-password.ts'],
  ['shared/database', '#shared/environment-error.ts'],
])('%s may import %s', (folder, specifier) => {
  expect(mindsImport(folder, specifier)).toBe(false);
});
