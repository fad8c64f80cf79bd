import * as childProcess from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { ReportedError, UserError } from '#programs/base/user-error.ts';
import { startSeeding } from './start-seeding.ts';

vi.mock('node:child_process', { spy: true });

const addresses = { gymUrl: 'http://gym.example', platformUrl: 'http://gym.example' };

/** Seeds with another program in place of the one that writes the demo. */
function seedWith(command: string, program: string): Promise<unknown> {
  const { spawn } = childProcess;
  vi.mocked(spawn).mockImplementationOnce((_command, _args, options) =>
    spawn(command, ['--eval', program], options ?? {}),
  );
  return startSeeding(process.env).seed(addresses);
}

test('a seeding that is killed is told in one sentence', async () => {
  const seeding = seedWith(process.execPath, "process.kill(process.pid, 'SIGKILL')");
  await expect(seeding).rejects.toThrow(UserError);
  await expect(seeding).rejects.toThrow(/^The process of seed-demo was killed before the demo was written\.$/);
});

test('a seeding that cannot be started is told with its reason', async () => {
  await expect(seedWith('/nowhere/node', '')).rejects.toThrow(/ENOENT/);
});

test('control: a seeding that has printed its reason is not told again, and one that ends well has the cards', async () => {
  await expect(seedWith(process.execPath, 'process.exit(1)')).rejects.toThrow(ReportedError);
  expect(await seedWith(process.execPath, 'process.send({ cards: [] }, () => process.disconnect())')).toEqual([]);
});
