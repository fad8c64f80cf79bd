import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import { messages } from '#messages/en.ts';
import { isolated, isolating } from './isolate.ts';

const t = isolating(createTranslator({ locale: 'en', messages, namespace: 'memberNotes', timeZone: 'UTC' }));

test.each(['דוד כהן', 'ليلى', 'Omar عمر'])('%s is wrapped in an isolate', (name) => {
  expect(t('writtenBy', { name, time: '09:41' })).toBe(`\u2068${name}\u2069, 09:41`);
});

test.each(['Lena Vogt', 'Łukasz', '王芳', 'राम', '', '0x04A2'])('%s stays as it is', (name) => {
  expect(isolated(name)).toBe(name);
  expect(t('writtenBy', { name, time: '09:41' })).toBe(`${name}, 09:41`);
});

test('a translator is wrapped once', () => {
  expect(isolating(createTranslator)).toBe(isolating(createTranslator));
});

test('numbers stay numbers', () => {
  expect(t('hint', { count: 1_200, max: 2_000 })).toBe('1,200 of 2,000 characters');
});
