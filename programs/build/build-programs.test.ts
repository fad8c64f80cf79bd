import fs from 'node:fs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import * as desk from './build-desk.ts';
import * as platform from './build-platform.ts';
import { buildPrograms, bundleForStart } from './build-programs.ts';

const buildDesk = vi.spyOn(desk, 'buildDeskByCommand');
const buildPlatform = vi.spyOn(platform, 'buildPlatform');

beforeEach(() => {
  buildDesk.mockReset().mockResolvedValue();
  buildPlatform.mockReset().mockResolvedValue();
});
afterAll(() => void vi.restoreAllMocks());

test.each([
  [new UserError('The platform could not be bundled: see the messages above.')],
  [new Error('ENOSPC: no space left on device, mkdir')],
])('a start tells that the platform could not be bundled, and goes on: %s', async (failure) => {
  buildPlatform.mockRejectedValue(failure);
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
  buildDesk.mockRejectedValue(new UserError('no desk'));
  await expect(buildPrograms()).rejects.toThrow('no desk');
  buildPlatform.mockRejectedValue(new UserError('no platform'));
  await expect(buildPrograms()).rejects.toThrow('no platform');
});
