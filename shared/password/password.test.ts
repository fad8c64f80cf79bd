import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

let running = 0;
let most = 0;
const waiting: (() => void)[] = [];

async function take<Answer>(answer: Answer): Promise<Answer> {
  running += 1;
  most = Math.max(most, running);
  await new Promise<void>((resolve) => waiting.push(resolve));
  running -= 1;
  return answer;
}
vi.mock('@node-rs/argon2', () => ({ hash: () => take('a hash'), verify: () => take(true) }));

test('at most two passwords are hashed concurrently', async () => {
  const asked = Array.from({ length: 10 }, (_, i) => (i % 2 ? hashPassword('one') : verifyPassword('a hash', 'one')));
  let done = 0;
  for (const asking of asked) void asking.then(() => (done += 1));
  while (done < asked.length) {
    await new Promise(setImmediate);
    for (const resolve of waiting.splice(0)) resolve();
  }
  expect(most).toBe(2);
});
