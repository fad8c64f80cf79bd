import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EnvironmentError } from '#shared/environment-error.ts';
import { deskVariables, readAdminEnv, readEnv } from './env.ts';

const secret = 'a-secret-of-at-least-thirty-two-characters';
const enough = { DESK_SECRET: secret, DESK_DATABASE_URL: 'postgres://desk@127.0.0.1/desk' };

function mistakesOf(source: Record<string, string>): string[] {
  try {
    readEnv({ ...enough, ...source });
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as EnvironmentError).message.split('\n'); // safe because: checked on the line above
  }
  return [];
}

const legacy = { GYM_V1_GYM_ID: '17', GYM_V1_TOKEN: 't' };

describe('readEnv', () => {
  test('needs only a secret and a database', () => {
    expect(readEnv(enough)).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      DESK_URL: 'http://127.0.0.1:3000',
      GYM_NAME: 'My gym',
      GYM_TIME_ZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  test('treats an empty variable as unset', () => {
    expect(readEnv({ ...enough, PORT: '', GYM_API_URL: ' ', GYM_API_KEY: '' })).toMatchObject({ PORT: 3000 });
  });

  test('stores the full name of a time zone that has a short one, and keeps a full one', () => {
    expect(readEnv({ ...enough, GYM_TIME_ZONE: 'GB' })).toMatchObject({ GYM_TIME_ZONE: 'Europe/London' });
    expect(readEnv({ ...enough, GYM_TIME_ZONE: 'Europe/Kyiv' })).toMatchObject({ GYM_TIME_ZONE: 'Europe/Kyiv' });
  });

  test('sends e-mails with a server, a sender and the public address, and repeats no password', () => {
    const mail = {
      SMTP_URL: 'smtps://desk:geheim@mail.example.com',
      SMTP_FROM: 'Front Desk <desk@example.com>',
      DESK_URL: 'https://desk.example.com',
    };
    expect(readEnv({ ...enough, ...mail })).toMatchObject(mail);
    expect(readEnv({ ...enough, ...mail, SMTP_FROM: 'desk@example.com' })).toMatchObject({
      SMTP_FROM: 'desk@example.com',
    });
    expect(mistakesOf({ ...mail, SMTP_URL: 'https://desk:geheim@mail.example.com' })).toEqual([
      'SMTP_URL is not the address of a mail server: set it to smtps://user:password@mail.example.com.',
    ]);
    for (const sender of ['desk', 'Front Desk <desk>', 'a@b.c\nBcc: d@e.f', 'Desk <a@b.c>, Eve <e@v.e>']) {
      expect(mistakesOf({ ...mail, SMTP_FROM: sender }), sender).toEqual([
        'SMTP_FROM is not a sender: set it to Front Desk <desk@example.com>.',
      ]);
    }
    expect(mistakesOf({ ...mail, DESK_URL: '' })).toEqual([
      'SMTP_URL is set but DESK_URL is not: set DESK_URL to the address that people open, which e-mails link to.',
    ]);
    expect(mistakesOf({ ...mail, SMTP_FROM: '' })).toEqual([
      'SMTP_URL is set but SMTP_FROM is not: set SMTP_FROM to the sender of e-mails, such as Front Desk <desk@example.com>.',
    ]);
  });

  test('accepts a demo platform on this machine only', () => {
    expect(readEnv({ ...enough, DEMO_PLATFORM_URL: 'http://127.0.0.1:4010' })).toMatchObject({
      DEMO_PLATFORM_URL: 'http://127.0.0.1:4010',
    });
    expect(mistakesOf({ DEMO_PLATFORM_URL: 'https://mms.example.com' })).toEqual([
      'DEMO_PLATFORM_URL is not on this machine: only a sandbox beside the desk may be switched off.',
    ]);
  });

  test('accepts lists of addresses and networks, and names an invalid entry', () => {
    const named = { DESK_TRUSTED_PROXIES: '10.0.0.7, fd00::1', DESK_PLAIN_HTTP_NETWORKS: '192.168.1.0/24,fd00::/8,' };
    expect(readEnv({ ...enough, ...named })).toMatchObject({
      DESK_TRUSTED_PROXIES: ['10.0.0.7', 'fd00::1'],
      DESK_PLAIN_HTTP_NETWORKS: ['192.168.1.0/24', 'fd00::/8'],
    });
    expect(readEnv(enough)).toMatchObject({ DESK_TRUSTED_PROXIES: [], DESK_PLAIN_HTTP_NETWORKS: [] });
    for (const entry of ['*', '192.168.1', '10.0.0.0/33', 'desk.example.com']) {
      expect(() => readEnv({ ...enough, DESK_PLAIN_HTTP_NETWORKS: `10.0.0.1,${entry}` })).toThrow(
        `DESK_PLAIN_HTTP_NETWORKS has "${entry}": list addresses or networks such as 10.0.0.0/8.`,
      );
    }
  });

  test.each([
    [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ DESK_URL: 'https://desk.example.com/' }, 'https://desk.example.com'],
  ])('knows the address people open with %j', (source, address) => {
    expect(readEnv({ ...enough, ...source }).DESK_URL).toBe(address);
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: '70000' }, 'PORT is not a port: set it to a number from 1 to 65535.'],
    [{ PORT: 'http' }, 'PORT is not a port: set it to a number from 1 to 65535.'],
    [{ DESK_SECRET: '' }, 'DESK_SECRET is not set: set it to a random text of at least 32 characters, and keep it.'],
    [
      { DESK_SECRET: 'short' },
      'DESK_SECRET is too short: set it to a random text of at least 32 characters, and keep it.',
    ],
    [
      { DESK_DATABASE_URL: 'mysql://x' },
      'DESK_DATABASE_URL is not a PostgreSQL address: set it to postgres://user:password@host:5432/desk.',
    ],
    [
      { GYM_TIME_ZONE: 'Europe/Munich' },
      'GYM_TIME_ZONE is "Europe/Munich", which is not a time zone: set it to an IANA name such as Europe/Berlin.',
    ],
    [
      { GYM_TIME_ZONE: '+02:00' },
      'GYM_TIME_ZONE is "+02:00", which is not a time zone: set it to an IANA name such as Europe/Berlin.',
    ],
    [
      { GYM_API_URL: 'https://api.example.com' },
      'GYM_API_URL is set but GYM_API_KEY is not: set GYM_API_KEY to the API key of the gym.',
    ],
    [
      { GYM_API_KEY: 'k' },
      "GYM_API_KEY is set but GYM_API_URL is not: set GYM_API_URL to the address of the gym's platform.",
    ],
    [
      { GYM_API_URL: 'https://api.example.com/api/v2', GYM_API_KEY: 'k' },
      'GYM_API_URL is "https://api.example.com/api/v2": set it to an address without a path, such as https://api.example.com.',
    ],
    [
      { GYM_API_URL: 'http://api.example.com', GYM_API_KEY: 'k' },
      'GYM_API_URL would send credentials unencrypted: set it to an address that begins with https://.',
    ],
    [
      { ...legacy, GYM_V1_URL: 'http://api.example.com/v1' },
      'GYM_V1_URL would send credentials unencrypted: set it to an address that begins with https://.',
    ],
    [
      { ...legacy, GYM_V1_URL: 'https://api.example.com/v1?gymId=1' },
      'GYM_V1_URL is "https://api.example.com/v1?gymId=1": set it to the address of the legacy interface, such as https://api.example.com/v1.',
    ],
    [
      { DESK_URL: 'desk' },
      'DESK_URL is "desk": set it to an address without a path, such as https://desk.example.com.',
    ],
  ])('refuses %j in one sentence', (source, sentence) => {
    expect(mistakesOf(source)).toEqual([sentence]);
  });

  test.each([
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://api.example.com/gymapi', 'https://api.example.com/gymapi/v1'],
    ['https://api.example.com/gymapi/v1', 'https://api.example.com/gymapi/v1'],
  ])('the address of the legacy interface ends with its version, also from %s', (written, read) => {
    expect(readEnv({ ...enough, ...legacy, GYM_V1_URL: written }).GYM_V1_URL).toBe(read);
  });

  test('allows plain HTTP to the listed hosts only', () => {
    const named = { GYM_API_KEY: 'k', DESK_PLAIN_HTTP_HOSTS: 'gym-db, platform' };
    const read = readEnv({ ...enough, ...named, GYM_API_URL: 'http://platform:4010' });
    expect(read.GYM_API_URL).toBe('http://platform:4010');
    const refused = 'GYM_API_URL would send credentials unencrypted: set it to an address that begins with https://.';
    for (const url of ['http://platform.example.com', 'http://other:4010']) {
      expect(mistakesOf({ ...named, GYM_API_URL: url })).toEqual([refused]);
    }
  });

  test('reports every mistake, not only the first', () => {
    expect(mistakesOf({ PORT: 'x', GYM_TIME_ZONE: 'x', GYM_V1_URL: 'https://v1.example.com' })).toHaveLength(4);
  });

  test('never repeats a credential in a message', () => {
    const told = mistakesOf({ DESK_SECRET: 'hush', GYM_API_KEY: 'hush', GYM_V1_TOKEN: 'hush', GYM_EXPORT_KEY: 'hush' });
    expect(told.length).toBeGreaterThan(3);
    expect(told.join()).not.toContain('hush');
  });
});

test('the operator’s commands need the secret and the database only', () => {
  expect(readAdminEnv({ ...enough, PORT: 'wrong' })).toEqual({ ...enough, DESK_URL: null });
  expect(() => readAdminEnv({})).toThrow(/DESK_SECRET is not set.*\n.*DESK_DATABASE_URL is not set/);
});

test('.env.example lists every variable that a program reads, and no other', () => {
  const listed = fs.readFileSync('.env.example', 'utf8').match(/^[A-Z][A-Z0-9_]*(?==)/gm) ?? [];
  const sources = ['platform', 'programs', 'tools', 'lib'].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?ts$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8')),
  );
  const ours = sources.join('\n').match(/\b(?:(?:PLATFORM|DESK|DEMO)_[A-Z0-9_]+|LOG_LEVEL)\b/g) ?? [];
  const read = new Set([...deskVariables, ...ours]);
  expect(listed.toSorted()).toEqual([...read].toSorted());
});
