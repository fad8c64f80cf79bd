import type { Is } from '#lib/wire/answers/shape.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';

/** The lists of a location. A live event makes all reads of a list stale. */
export type ReadList =
  | 'demo'
  | 'floor'
  | 'legacy'
  | 'members'
  | 'migrations'
  | 'presence'
  | 'staff'
  | 'status'
  | 'taps'
  | 'tasks'
  | 'verdicts'
  | 'visits';

export interface Read<Input extends object, Answer> {
  /** Below the desk's own interface. `[accountId]` stands for that part of the input; what the path does not name stands behind `?`. */
  path: `/${string}`;
  permission: StaffPermission;
  /** Which list it belongs to. */
  list: ReadList;
  /** Whether a person has typed or scanned for it: a screen that reads again by itself keeps no session going. */
  isActivity?: true;
  isAnswer: Is<Answer>;
  /** Only its type is looked at. */
  input?: Input;
}

/** Nothing but the location. */
export type Here = Record<never, never>;
export interface OfMember {
  accountId: string;
}
/** Where the page before ended. */
export interface NextPage {
  after?: string;
}
