import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { largestFileBytes } from '#lib/wire/migration.ts';
import { largestPhotoBytes } from '#lib/wire/photos.ts';
import { maxSurroundingBytes } from '#platform/http/form-file.ts';
import { maxLargeJsonBytes } from '#platform/http/large-json.ts';
import { maxImageBytes } from '#platform/services/images/picture.ts';
import { root } from '#programs/base/run-program.ts';
import { readDeployFile } from '#tools/testing/image.ts';

const document = fs.readFileSync(path.join(root, 'docs', 'operate.md'), 'utf8');

describe('the Caddyfile', () => {
  const text = readDeployFile('Caddyfile');

  test('hands each name on to its program', () => {
    const ofSite = (host: string) =>
      new RegExp(`^\\{\\$${host}:[\\s\\S]*?reverse_proxy \\{\\$(\\w+):([^}]+)\\}`, 'm').exec(text);
    expect(ofSite('DESK_HOST')?.slice(1)).toEqual(['DESK_ADDRESS', '127.0.0.1:3000']);
    expect(ofSite('PLATFORM_HOST')?.slice(1)).toEqual(['PLATFORM_ADDRESS', '127.0.0.1:4010']);
    const bare = text.replaceAll(/\{\$[^}]*\}/g, '').replaceAll(/#.*/g, '');
    expect(bare.split('{')).toHaveLength(bare.split('}').length);
  });

  test('logs neither addresses nor headers of requests that failed, by the global options that the documentation has', () => {
    const blocks = text.match(/^\{$[\s\S]*?^\}$/gm) ?? [];
    expect(blocks).toHaveLength(1);
    const [log = ''] = /^\tlog \{\n[\s\S]*?^\t\}$/m.exec(blocks[0] ?? '') ?? [];
    expect(log).toMatch(/^\t{4}request>uri delete\n\t{4}request>headers delete$/m);
    expect(document).toContain(`The whole \`Caddyfile\``);
    const [, whole = ''] = /The whole `Caddyfile`[^`]*```\n(.*?)^```$/ms.exec(document) ?? [];
    expect(whole).toContain(`{\n${log}\n}\n`);
  });

  test('Caddy takes it, where it is on this machine', (context) => {
    if (spawnSync('caddy', ['version']).status !== 0) return context.skip('caddy is not on this machine (apt: caddy).');
    const args = ['validate', '--adapter', 'caddyfile', '--config', path.join(root, 'deploy', 'Caddyfile')];
    const { status, stdout } = spawnSync('caddy', args, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });
});

test('nginx as documented accepts the largest requests of both programs', () => {
  const [, mebibytes] = /^client_max_body_size (\d+)m;$/m.exec(document) ?? [];
  const largest = [maxLargeJsonBytes, maxImageBytes + maxSurroundingBytes, largestPhotoBytes, largestFileBytes];
  expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...largest));
});
