import type { Is } from '#lib/wire/answers/shape.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';

/** The lists of a location. A live event invalidates all reads of a list. */
export type ReadList =
  | 'connection'
  | 'demo'
  | 'floor'
  | 'forgotten'
  | 'gettingStarted'
  | 'gyms'
  | 'legacy'
  | 'log'
  | 'members'
  | 'migrations'
  | 'optOuts'
  | 'outbox'
  | 'presence'
  | 'readers'
  | 'reports'
  | 'session'
  | 'settings'
  | 'staff'
  | 'status'
  | 'taps'
  | 'tasks'
  | 'together'
  | 'verdicts'
  | 'visits';

export interface Read<Input extends object, Answer> {
  /**
   * Below the desk's own API. `[accountId]` stands for that part of the input; the rest of the input goes into the
   * query.
   */
  path: `/${string}`;
  permission: StaffPermission;
  list: ReadList;
  /** Whether a user's typing or scanning causes it: automatic refetches must not keep a session alive. */
  isActivity?: true;
  /** Whether pages of other locations ask for it too: after the idle limit of its location it is refused, and the session goes on. */
  isGlance?: true;
  /** Whether pages ask for it in one request with others ({@link together}): screens refetch it automatically. */
  isGathered?: true;
  isAnswer: Is<Answer>;
  /** Only for its type; never set. */
  input?: Input;
}

/** No input but the location. */
export type Here = Record<never, never>;
export interface OfMember {
  accountId: string;
}
/** The cursor of the previous page. */
export interface NextPage {
  after?: string;
}
