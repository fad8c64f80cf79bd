import { beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { buildDesk } from './build-desk.ts';
import { buildPlatform } from './build-platform.ts';
import { buildForStart, buildPrograms } from './build-programs.ts';

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
  await buildForStart((sentence) => told.push(sentence));
  expect(told).toEqual([`The platform starts from its sources, which takes longer: ${failure.message}`]);
  expect(buildDesk).toHaveBeenCalledOnce();
});

test('a start without a desk fails, and a build without either', async () => {
  vi.mocked(buildDesk).mockRejectedValue(new UserError('no desk'));
  await expect(buildForStart()).rejects.toThrow('no desk');
  await expect(buildPrograms()).rejects.toThrow('no desk');
  vi.mocked(buildPlatform).mockRejectedValue(new UserError('no platform'));
  await expect(buildPrograms()).rejects.toThrow('no platform');
});
