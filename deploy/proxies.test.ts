import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
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
    expect(document).toContain(`\n{\n${log}\n}\n`);
  });

  test('Caddy takes it, where it is on this machine', (context) => {
    if (spawnSync('caddy', ['version']).status !== 0) return context.skip('caddy is not on this machine (apt: caddy).');
    const args = ['validate', '--adapter', 'caddyfile', '--config', path.join(root, 'deploy', 'Caddyfile')];
    const { status, stdout } = spawnSync('caddy', args, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')]);
  });
});
