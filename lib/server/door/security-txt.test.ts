import { expect, test } from 'vitest';
import { writeSecurityTxt } from './security-txt.ts';

const now = Date.parse('2026-11-22T10:00:00Z');

test('security.txt has what RFC 9116 asks for, once each, and holds for less than a year from the moment it is asked for', () => {
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
