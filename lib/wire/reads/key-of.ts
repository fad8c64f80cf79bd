import type { Read, ReadList } from './read.ts';

/** The query key of a read. List and location come first: invalidation uses this prefix. */
type ReadKey<Input extends object> = readonly [ReadList, string, string, Input];

export const keyOf = <Input extends object>(
  { list, path }: Pick<Read<Input, unknown>, 'list' | 'path' | 'input'>,
  locationId: string,
  input: Input,
): ReadKey<Input> => [list, locationId, path, input];
