import { type Is, isNumber, listOf, objectOf } from '#lib/wire/answers/shape.ts';
import type { Read } from './read.ts';

/** The answer to one of several reads: the status and the body that it would have by itself. */
interface PartAnswer {
  status: number;
  body: unknown;
}

export interface TogetherAnswer {
  /** In the order in which the reads were named. */
  answers: PartAnswer[];
}

/** The body is validated by its own read. */
const isBody: Is<unknown> = (value): value is unknown => value !== undefined;

/**
 * Several reads of a page in one request, each with its own permission and input. `read`: the addresses of reads that are
 * gathered, as `partOf` writes them.
 */
export const together: Read<{ read: readonly string[] }, TogetherAnswer> = {
  path: '/together',
  permission: 'readFloor',
  list: 'together',
  isAnswer: objectOf({ answers: listOf(objectOf({ status: isNumber, body: isBody })) }),
};

/** The most reads in one request: it takes the place of one. */
export const mostTogether = 8;
