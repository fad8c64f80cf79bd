import path from 'node:path';
import { expect, test } from 'vitest';
import { EnvironmentError } from '#shared/environment-error.ts';
import { readSettings } from './settings.ts';

const sound = { PLATFORM_DATABASE_URL: 'postgres://a:b@localhost/c', PLATFORM_SECRET: 'x'.repeat(32) };

test('unset variables have their documented defaults; blank means unset', () => {
  expect(readSettings({ ...sound, HOST: '', PLATFORM_PORT: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 4010,
    sandbox: false,
    dialect: undefined,
    simulator: false,
    demoTraining: false,
    tls: undefined,
    logLevel: 'info',
  });
});

test.each([
  [{ PLATFORM_SANDBOX: '1' }, true],
  [{ PLATFORM_SANDBOX: '1', PLATFORM_DEMO_TRAINING: '0' }, false],
  [{ PLATFORM_DEMO_TRAINING: '1' }, false],
])('with %o the demo chain is trained: %s', (changes, demoTraining) => {
  expect(readSettings({ ...sound, ...changes })).toMatchObject({ demoTraining });
});

test.each([
  [{ PLATFORM_PORT: 'many' }, 'PLATFORM_PORT must be a port number from 0 to 65535.'],
  [{ PLATFORM_PORT: '70000' }, 'PLATFORM_PORT must be a port number from 0 to 65535.'],
  [
    { PLATFORM_DATABASE_URL: '' },
    'PLATFORM_DATABASE_URL is missing: set it to postgres://user:password@host:5432/name.',
  ],
  [
    { PLATFORM_DATABASE_URL: 'mysql://x' },
    'PLATFORM_DATABASE_URL is not a PostgreSQL address: set it to postgres://user:password@host:5432/name.',
  ],
  [{ PLATFORM_SANDBOX: 'maybe' }, 'PLATFORM_SANDBOX must be 1 or 0.'],
  [{ PLATFORM_SANDBOX: '1', PLATFORM_DIALECT: 'saxon' }, 'PLATFORM_DIALECT must be one of strict, other, or not set.'],
  [
    { PLATFORM_DIALECT: 'strict' },
    'PLATFORM_DIALECT is for the sandbox alone: set PLATFORM_SANDBOX=1 as well, or leave it out.',
  ],
  [{ PLATFORM_SIMULATOR: 'on' }, 'PLATFORM_SIMULATOR must be 1 or 0.'],
  [
    { PLATFORM_TRUSTED_PROXIES: '10.0.0.0/8, proxy.local' },
    'PLATFORM_TRUSTED_PROXIES has "proxy.local": list addresses or networks such as 10.0.0.0/8.',
  ],
  [
    { PLATFORM_TRUSTED_NETWORKS: 'platform' },
    'PLATFORM_TRUSTED_NETWORKS has "platform": list addresses or networks such as 10.0.0.0/8.',
  ],
  [
    { PLATFORM_TRUSTED_PROXIES: '10.0.0.0/40' },
    'PLATFORM_TRUSTED_PROXIES has "10.0.0.0/40": list addresses or networks such as 10.0.0.0/8.',
  ],
  [
    { PLATFORM_PUBLIC_URL: 'https://mms.example.com/platform' },
    'PLATFORM_PUBLIC_URL is not an address without a path: set it to one such as https://mms.example.com.',
  ],
  [
    { PLATFORM_PUBLIC_URL: 'mms.example.com' },
    'PLATFORM_PUBLIC_URL is not an address without a path: set it to one such as https://mms.example.com.',
  ],
  [
    { PLATFORM_EXPORTS_S3_URL: 'https://s3.example.com/gym' },
    'PLATFORM_EXPORTS_S3_URL, PLATFORM_EXPORTS_S3_KEY and PLATFORM_EXPORTS_S3_SECRET must be set together.',
  ],
  [
    { PLATFORM_EXPORTS_S3_PREFIX: '/exports' },
    'PLATFORM_EXPORTS_S3_PREFIX must be empty or end with a slash, such as exports/.',
  ],
  [{ PLATFORM_TLS_CERT: '/cert.pem' }, 'PLATFORM_TLS_CERT and PLATFORM_TLS_KEY must be set together.'],
])('%o is rejected with one clear sentence', (mistake, sentence) => {
  expect(() => readSettings({ ...sound, ...mistake })).toThrow(new EnvironmentError(sentence));
});

test.each(['strict', 'other'] as const)('a sandbox may use the dialect "%s"', (dialect) => {
  expect(readSettings({ ...sound, PLATFORM_SANDBOX: '1', PLATFORM_DIALECT: dialect })).toMatchObject({ dialect });
});

test('two mistakes are two sentences', () => {
  expect(() => readSettings({ ...sound, PLATFORM_PORT: 'x', PLATFORM_SANDBOX: 'y' })).toThrow(
    /PLATFORM_PORT.*\nPLATFORM_SANDBOX/,
  );
});

test('proxies are addresses and networks of both families', () => {
  const { trustedProxies } = readSettings({ ...sound, PLATFORM_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1, fd00::/8' });
  expect(trustedProxies.check('10.9.9.9')).toBe(true);
  expect(trustedProxies.check('192.168.1.2')).toBe(false);
  expect(trustedProxies.check('fd12::1', 'ipv6')).toBe(true);
});

test.each<[Record<string, string>, string]>([
  [{}, 'http://127.0.0.1:4010'],
  [{ HOST: '0.0.0.0', PLATFORM_PORT: '80' }, 'http://127.0.0.1:80'],
  [{ PLATFORM_TLS_CERT: '/cert.pem', PLATFORM_TLS_KEY: '/key.pem' }, 'https://127.0.0.1:4010'],
  [{ PLATFORM_PUBLIC_URL: 'https://mms.example.com/' }, 'https://mms.example.com'],
])('with %j links begin with %s', (env, publicUrl) => {
  expect(readSettings({ ...sound, ...env }).publicUrl).toBe(publicUrl);
});

test('exports are stored beside the data, in a folder of their own, or in a bucket', () => {
  const storeOf = (env: Record<string, string>) => readSettings({ ...sound, ...env }).exportStore;
  expect(storeOf({ DATA_DIR: '/var/lib/gym' })).toEqual({ folder: path.resolve('/var/lib/gym/exports') });
  expect(storeOf({ PLATFORM_EXPORTS_DIR: '/mnt/exports' })).toEqual({ folder: path.resolve('/mnt/exports') });
  const bucket = {
    PLATFORM_EXPORTS_S3_URL: 'https://s3.example.com/gym',
    PLATFORM_EXPORTS_S3_KEY: 'k',
    PLATFORM_EXPORTS_S3_SECRET: 's',
  };
  expect(storeOf(bucket)).toEqual({
    url: 'https://s3.example.com/gym',
    key: 'k',
    secret: 's',
    region: 'auto',
    prefix: 'exports/',
  });
});
