import { expect, test } from 'vitest';
import { createUploadLimit } from './limit-uploads.ts';

const refused = expect.objectContaining({ code: 'tooManyRequests', retryAfterS: 5 });

test('uploads of a gym hold at most its share together, and what is refused or released holds nothing', () => {
  const open = createUploadLimit({ perGym: 10, overall: 100 });
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

test('uploads of all gyms hold at most what there is together', () => {
  const open = createUploadLimit({ perGym: 10, overall: 25 });
  const [north, south, west] = [open('north'), open('south'), open('west')];
  north.add(10);
  south.add(10);
  expect(() => west.add(6)).toThrow(refused);
  west.add(5);
  north.release();
  west.add(5);
});
