import { expect, test } from 'vitest';
import { createByteLimit } from './limit-bytes.ts';

const refused = expect.objectContaining({ code: 'tooManyRequests', retryAfterS: 5 });
const limitOf = (limits: { perHolder: number; overall: number; perSender?: number; reserved?: number }) =>
  createByteLimit({ what: 'Uploads', holder: 'gym', ...limits });

test('what a gym holds has a limit, and what is refused or released holds nothing', () => {
  const open = limitOf({ perHolder: 10, overall: 100 });
  const [first, second] = [open('north'), open('north')];
  first.add(6);
  second.add(3);
  expect(() => second.add(2)).toThrow(refused);
  second.add(1);
  expect(() => first.add(1)).toThrow(refused);
  open('south').add(10);
  second.release();
  first.add(4);
});

test('what all gyms hold has a limit', () => {
  const open = limitOf({ perHolder: 10, overall: 25 });
  const [north, south, west] = [open('north'), open('south'), open('west')];
  north.add(10);
  south.add(10);
  expect(() => west.add(6)).toThrow(refused);
  west.add(5);
  north.release();
  west.add(5);
});

test('a key that holds little is not refused because of another key of its gym', () => {
  const open = limitOf({ perHolder: 10, overall: 20, reserved: 2 });
  const [slow, counter] = [open('north', 'slow'), open('north', 'counter')];
  slow.add(10);
  expect(() => slow.add(1)).toThrow(refused);
  counter.add(2);
  expect(() => counter.add(1)).toThrow(refused);
  slow.release();
  counter.add(8);
  expect(() => open('north', 'other').add(3)).toThrow(refused);
});

test('a key cannot hold all that its gym may, so that another one has space', () => {
  const open = limitOf({ perHolder: 10, perSender: 8, overall: 20 });
  const [slow, other] = [open('north', 'slow'), open('north', 'other')];
  slow.add(8);
  expect(() => slow.add(1)).toThrow(refused);
  other.add(2);
  expect(() => other.add(1)).toThrow(refused);
  slow.release();
  other.add(6);
});

test('a gym that holds little is not refused because of others', () => {
  const open = limitOf({ perHolder: 10, overall: 20, reserved: 2 });
  open('north').add(10);
  open('south').add(10);
  const west = open('west');
  west.add(1);
  west.add(1);
  expect(() => west.add(1)).toThrow(refused);
});
