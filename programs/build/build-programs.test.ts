import fs from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { buildDesk } from './build-desk.ts';
import { buildPlatform } from './build-platform.ts';
import { buildPrograms, bundleForStart } from './build-programs.ts';

vi.mock('./build-desk.ts', () => ({ buildDesk: vi.fn() }));
vi.mock('./build-platform.ts', () => ({ buildPlatform: vi.fn() }));

beforeEach(() => {
  vi.mocked(buildDesk).mockReset().mockResolvedValue();
  vi.mocked(buildPlatform).mockReset().mockResolvedValue();
});

test.each([
  [new UserError('The platform could not be bundled: see the messages above.')],
  [new Error('ENOSPC: no space left on device, mkdir')],
])('a start tells that the platform could not be bundled, and goes on: %s', async (failure) => {
  vi.mocked(buildPlatform).mockRejectedValue(failure);
  const told: string[] = [];
  await bundleForStart((sentence) => told.push(sentence));
  expect(told).toEqual([`The platform starts from its sources, which takes longer: ${failure.message}`]);
});

test('a start does not bundle the platform where the tool for it is not installed', async () => {
  const existsSync = vi.spyOn(fs, 'existsSync').mockReturnValue(false);
  await bundleForStart();
  expect(buildPlatform).not.toHaveBeenCalled();
  existsSync.mockRestore();
  await bundleForStart();
  expect(buildPlatform).toHaveBeenCalledOnce(); // control
});

test('a build without either program fails', async () => {
  vi.mocked(buildDesk).mockRejectedValue(new UserError('no desk'));
  await expect(buildPrograms()).rejects.toThrow('no desk');
  vi.mocked(buildPlatform).mockRejectedValue(new UserError('no platform'));
  await expect(buildPrograms()).rejects.toThrow('no platform');
});
