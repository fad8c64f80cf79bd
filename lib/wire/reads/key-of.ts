import type { Read, ReadList } from './read.ts';

/** Under which a screen keeps a read: its list and its location first, since these say what is read again. */
type ReadKey<Input extends object> = readonly [ReadList, string, string, Input];

export const keyOf = <Input extends object>(
  { list, path }: Pick<Read<Input, unknown>, 'list' | 'path' | 'input'>,
  locationId: string,
  input: Input,
): ReadKey<Input> => [list, locationId, path, input];
