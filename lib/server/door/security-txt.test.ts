import { expect, test } from 'vitest';
import { writeSecurityTxt } from './security-txt.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

test('security.txt has each field of RFC 9116 once, and expires less than a year after the request', () => {
  const text = writeSecurityTxt({ contact: 'mailto:a@b.example', deskUrl: 'https://desk.example', now });
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2));
  expect(fields).toEqual([
    ['Contact', 'mailto:a@b.example'],
    ['Expires', '2026-12-22T10:00:00.000Z'],
    ['Preferred-Languages', 'en, de'],
    ['Canonical', 'https://desk.example/.well-known/security.txt'],
  ]);
});
