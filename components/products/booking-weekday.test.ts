import { expect, test } from 'vitest';
import { firstWeekdayOf } from './booking-weekday.ts';

test('weeks begin as the language says', () => {
  expect([firstWeekdayOf('de-DE'), firstWeekdayOf('en-GB'), firstWeekdayOf('en-US')]).toEqual([1, 1, 7]);
});
