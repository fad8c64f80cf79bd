import { isText, objectOf } from '#lib/wire/answers/shape.ts';
import type { Here, Read } from './read.ts';

/** Asked while somebody types on a page: that is activity of the session, though nothing is sent yet. Answers whose session it is. */
export const typing: Read<Here, { staffId: string }> = {
  path: '/typing',
  permission: 'readFloor',
  list: 'session',
  isActivity: true,
  isAnswer: objectOf({ staffId: isText }),
};
