import { queryOptions } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import type { Read } from '#lib/wire/reads/read.ts';

/** Whether what is kept under a key is about a member. */
export const isAbout = ([, , , input]: readonly unknown[], accountId: string): boolean =>
  typeof input === 'object' && input !== null && 'accountId' in input && input.accountId === accountId;

/** A read as screens keep it. How often it is made again says whoever uses it. */
export const readQuery = <Input extends object, Answer>(
  read: Read<Input, Answer>,
  locationId: string,
  input: Input,
  afterMs: (isKept: boolean) => number = () => 0,
) =>
  queryOptions({
    queryKey: keyOf(read, locationId, input),
    queryFn: async ({ signal, client, queryKey }) => {
      await pause(afterMs(client.getQueryData(queryKey) !== undefined), signal);
      return askRead(read, locationId, input, signal);
    },
  });

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
}
