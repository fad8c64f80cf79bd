import { expect, test } from 'vitest';
import { PlatformError } from '#platform/base/errors.ts';
import { readBookingDays } from './booking-days.ts';

const today = '2026-11-21';
const running = { startDate: '2026-11-01', endDate: '2026-12-01' };
const over = { startDate: '2026-10-01', endDate: '2026-11-20' };
const ahead = { startDate: '2026-12-01', endDate: '2026-12-31' };

const refusedFields = (...args: Parameters<typeof readBookingDays>): string[] => {
  try {
    readBookingDays(...args);
    return [];
  } catch (error) {
    if (error instanceof PlatformError) return error.fieldErrors.map(({ name }) => name);
    throw error;
  }
};

test('a booking starts today if no day is given', () => {
  expect(readBookingDays({ endDate: '2026-11-22' }, today)).toEqual({ startDate: today, endDate: '2026-11-22' });
  expect(readBookingDays({ startDate: null, endDate: '2026-11-22' }, today).startDate).toBe(today);
});

test('a booking starts today or later', () => {
  expect(refusedFields({ startDate: '2026-11-20', endDate: '2026-12-24' }, today)).toEqual(['startDate']);
  expect(refusedFields({ startDate: today, endDate: '2026-12-24' }, today)).toEqual([]);
  expect(refusedFields({ startDate: '2027-01-01', endDate: '2027-01-01' }, today)).toEqual([]);
});

test('a booking ends after today, not before its start, and by the end of 2050', () => {
  expect(refusedFields({ endDate: today }, today)).toEqual(['endDate']);
  expect(refusedFields({ startDate: '2026-12-02', endDate: '2026-12-01' }, today)).toEqual(['endDate']);
  expect(refusedFields({ endDate: '2050-12-31' }, today)).toEqual([]);
  expect(refusedFields({ endDate: '2051-01-01' }, today)).toEqual(['endDate']);
});

test('a booking without an end is refused', () => {
  expect(refusedFields({}, today)).toEqual(['endDate']);
  expect(refusedFields({ endDate: null }, today)).toEqual(['endDate']);
});

test('if both days are invalid, both are reported', () => {
  expect(refusedFields({ startDate: '2026-11-20', endDate: '2026-11-20' }, today)).toEqual(['startDate', 'endDate']);
});

test('a running booking keeps its start day, and accepts no other', () => {
  expect(refusedFields({ startDate: '2026-11-01', endDate: '2027-01-01' }, today, running)).toEqual([]);
  expect(refusedFields({ startDate: '2026-11-02', endDate: '2027-01-01' }, today, running)).toEqual(['startDate']);
});

test('an ended booking cannot be revived in the past', () => {
  expect(refusedFields({ startDate: '2026-10-01', endDate: '2027-01-01' }, today, over)).toEqual(['startDate']);
});

test('a future booking cannot be moved into the past', () => {
  expect(refusedFields({ startDate: '2026-11-20', endDate: '2027-01-01' }, today, ahead)).toEqual(['startDate']);
  expect(refusedFields({ startDate: today, endDate: '2027-01-01' }, today, ahead)).toEqual([]);
});
