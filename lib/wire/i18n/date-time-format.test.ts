import { expect, it } from 'vitest';
import { dateTimeFormat } from './date-time-format.ts';

const noon = new Date('2026-11-21T12:00:00Z');

it('keeps one format for each language and its options', () => {
  const german = dateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' });
  expect(dateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' })).toBe(german);
  expect(german.format(noon)).toBe('November');
  expect(dateTimeFormat('de-DE', { month: '2-digit', timeZone: 'UTC' }).format(noon)).toBe('11');
  expect(dateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(noon)).toBe('Saturday');
  expect(dateTimeFormat('de-DE', { weekday: 'long', timeZone: 'UTC' }).format(noon)).toBe('Samstag');
});
