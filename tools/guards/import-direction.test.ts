import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageCommand, root } from '#programs/base/run-program.ts';

/** A folder, and modules that no file in it may import. */
const forbidden: [string, string][] = [
  ['components/check-in', '#lib/server/db/client.ts'],
  ['components/check-in', '#lib/server/gym-api/accounts.ts'],
  ['components/check-in', '#lib/server/auth/require-staff.ts'],
  ['components/check-in', '#shared/database/connection.ts'],
  ['components/ui', '#lib/wire/verdict.ts'],
  ['components/ui', '#lib/browser/scan/burst.ts'],
  ['components/ui', '#components/cards/list.tsx'],
  ['components/ui', '#shared/calendar/days.ts'],
  ['components/cards', '#lib/server/cards/read-cards.ts'],
  ['app/g/[gym]/(desk)/_components', '#lib/server/visits/record.ts'],
  ['app/g/[gym]/(desk)/_components', '#shared/password/common-password.ts'],
  ['app', '#platform/app.ts'],
  ['app', '#tools/find-browser.ts'],
  ['lib/wire', '#lib/server/visits/record.ts'],
  ['lib/wire', '#lib/browser/scan/burst.ts'],
  ['lib/wire', '#shared/network/loopback.ts'],
  ['lib/browser', '#shared/passkeys/challenge.ts'],
  ['lib/wire', 'server-only'],
  ['lib/browser', '#lib/server/visits/record.ts'],
  ['lib/browser', '#components/ui/button.tsx'],
  ['lib/browser', 'server-only'],
  ['lib/server', '#lib/browser/taps/send-tap.ts'],
  ['lib/server', '#lib/testing/test-desk.ts'],
  ['lib/server', '#components/ui/button.tsx'],
  ['lib/server', '#platform/app.ts'],
  ['lib/server', '../wire/release.ts'],
  ['platform/base', '#platform/db/client.ts'],
  ['platform/services', '#lib/wire/reader/identify.ts'],
  ['platform/services', '#platform/http/v2/accounts.ts'],
  ['platform/services', 'hono'],
  ['platform/http/v2', '#platform/db/schema/accounts.ts'],
  ['platform/db', '#lib/server/base/env.ts'],
  ['contracts/v2', '#lib/server/base/env.ts'],
  ['contracts/v2', '#shared/calendar/days.ts'],
  ['shared/calendar', '#lib/server/base/env.ts'],
  ['shared/database', '#platform/base/log.ts'],
  ['shared/network', '#contracts/v2/primitives.ts'],
  ['shared/network', 'hono'],
  ['programs/desk', '#tools/find-browser.ts'],
  ['programs/desk', '#components/ui/button.tsx'],
];

const allowed: [string, string][] = [
  ['components/check-in', '#lib/wire/verdict.ts'],
  ['components/check-in', '#lib/browser/taps/send-tap.ts'],
  ['components/check-in', '#shared/calendar/days.ts'],
  ['components/ui', '#components/ui/button.tsx'],
  ['app/g/[gym]/(desk)/_components', '#lib/wire/verdict.ts'],
  ['lib/wire', '#shared/calendar/days.ts'],
  ['lib/wire', '#shared/password/password-length.ts'],
  ['lib/wire', '#shared/webauthn/messages.ts'],
  ['lib/browser', '#shared/webauthn/messages.ts'],
  ['lib/wire', '#contracts/v2/accounts.ts'],
  ['lib/browser', '#lib/wire/verdict.ts'],
  ['lib/server', '#lib/server/gym-api/accounts.ts'],
  ['lib/server/db', '#shared/database/connection.ts'],
  ['platform/http/v2', '#platform/services/members/find.ts'],
  ['platform/services', '#contracts/v2/accounts.ts'],
  ['platform/services', '#shared/password/common-password.ts'],
  ['shared/database', '#shared/environment-error.ts'],
  ['programs/desk', '#lib/server/base/env.ts'],
  ['tools/chaos', '#programs/demo/demo.ts'],
];

/** By import: the file that contains it. */
const probes = new Map<string, string>();
const keyOf = (folder: string, specifier: string) => `${folder} ${specifier}`;
let minded: ReadonlySet<string>;

/** Not the repository, whose other checks run at the same time and would find the probes. */
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-imports-'));

/**
 * Each import is put into a file of its own in its folder, and the linter runs once for all of them, because its start
 * takes a second.
 */
beforeAll(() => {
  for (const file of ['biome.json', '.gitignore']) fs.copyFileSync(path.join(root, file), path.join(place, file));
  for (const [folder, specifier] of [...forbidden, ...allowed]) {
    const file = `${folder}/import-probe-${probes.size}.ts`;
    probes.set(keyOf(folder, specifier), file);
    fs.mkdirSync(path.join(place, folder), { recursive: true });
    fs.writeFileSync(path.join(place, file), `export * as probe from '${specifier}';\n`);
  }
  const options = ['--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'];
  const biome = [packageCommand('@biomejs/biome/bin/biome'), 'lint', ...options, ...probes.values()];
  const { stdout } = spawnSync(process.execPath, biome, { encoding: 'utf8', cwd: place });
  const { diagnostics, summary } = JSON.parse(stdout);
  expect(summary.unchanged).toBe(probes.size);
  minded = new Set(diagnostics.map(({ location }: { location: { path: string } }) => location.path));
});

afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

const isMinded = (folder: string, specifier: string) => minded.has(probes.get(keyOf(folder, specifier)) ?? '');

test.each(forbidden)('%s may not import %s', (folder, specifier) => {
  expect(isMinded(folder, specifier)).toBe(true);
});

test.each(allowed)('%s may import %s', (folder, specifier) => {
  expect(isMinded(folder, specifier)).toBe(false);
});
