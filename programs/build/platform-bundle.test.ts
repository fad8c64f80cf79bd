import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBundle, markBundled } from './platform-bundle.ts';

test('the platform runs from its bundle only if that was made from the sources that are there', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bundle-'));
  expect(findBundle('run-platform', folder)).toBeUndefined();
  markBundled(folder);
  expect(findBundle('run-platform', folder)).toBe(path.join(folder, 'run-platform.mjs'));
  fs.writeFileSync(path.join(folder, 'made-from'), 'other sources');
  expect(findBundle('run-platform', folder)).toBeUndefined();
  fs.rmSync(folder, { recursive: true });
});
