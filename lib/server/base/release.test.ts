import fs from 'node:fs';
import { expect, test } from 'vitest';
import { releaseOf } from './release.ts';

const { version: number } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }; // safe because: npm reads it

test('a release is named by the version of the package and the beginning of its build id', () => {
  expect(releaseOf('eab8c81518c058db10e8')).toEqual({ number, build: 'eab8c81' });
  expect(releaseOf('0f3c2a1b9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a')).toEqual({ number, build: '0f3c2a1' });
});

test('a build name that the operator chose is shown in full', () => {
  expect(releaseOf('studio-2026-11-23').build).toBe('studio-2026-11-23');
  expect(releaseOf('development').build).toBe('development');
});
