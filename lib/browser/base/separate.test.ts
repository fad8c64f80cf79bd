import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { isActionInput } from '#lib/server/door/action-input.ts';
import { separate } from './separate.ts';

const { encodeReply } = createRequire(import.meta.url)(
  'next/dist/compiled/react-server-dom-turbopack/client.edge.js',
) as { encodeReply(sent: unknown): Promise<string | FormData> }; // safe because: React's documented signature

const isTaken = async (input: unknown) => isActionInput(Buffer.from(String(await encodeReply([input]))));

test('an input that has one object twice (a form saved unchanged) is accepted by the server', async () => {
  const values = { name: 'Lena', cards: [{ value: '0xAB' }] };
  const input = { base: values, values, note: undefined, tan: '' };
  expect(await isTaken(input)).toBe(false);
  expect(separate(input)).toEqual(input);
  expect(await isTaken(separate(input))).toBe(true);
});

test('a file stays a file', () => {
  const file = new File(['a'], 'a.csv');
  expect(separate({ file }).file).toBe(file);
  expect(separate(file)).toBe(file);
  expect(separate(undefined)).toBeUndefined();
});
