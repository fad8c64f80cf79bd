import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeAbandoned } from './remove-abandoned.ts';

test('the folders of dead processes are removed, and no others', () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-abandoned-'));
  onTestFinished(() => fs.rmSync(parent, { recursive: true }));
  const kept = [
    `image-${process.ppid}`,
    `image-${process.pid}-Yn4x2B`,
    'image-Yn4x2B',
    '999999999',
    'of somebody else',
  ];
  for (const name of [...kept, 'image-999999999', 'image-999999999-Yn4x2B']) fs.mkdirSync(path.join(parent, name));
  fs.writeFileSync(path.join(parent, 'image-999999999', 'file'), '');
  removeAbandoned(parent, 'image-');
  expect(fs.readdirSync(parent).sort()).toEqual(kept.sort());
});
