import type { PresenceEntry } from '#lib/desk/view.ts';
import type { TaskContent } from './task.ts';

/** Why the platform will never take a change. */
export type ChangeRefusal = 'taskGone' | 'accountUnknown' | 'changedMeanwhile' | 'rejected';

/** Somebody who set or did a task, as far as the desk may name them. */
export interface Person {
  /** Null where the desk knows no name. */
  name: string | null;
  isMe: boolean;
}

/** A task as the screens show it. */
export interface TaskView extends TaskContent {
  id: string;
  isCompleted: boolean;
  /** ISO instant; null where this desk did not see when. */
  completedAt: string | null;
  /** Null where nobody is known to have set it. */
  author: Person | null;
  completer: Person | null;
  /** How far the changes made at this desk have come. */
  sending: 'sent' | 'waiting' | { refused: ChangeRefusal };
}

/** How far what the desk shows of tasks can be trusted. */
export interface TasksFreshness {
  /** When the platform was last asked with success, ISO instant; null before it ever was. */
  asOf: string | null;
  /** Why it could not be asked since; null while the list is current. */
  staleBecause: 'platform' | 'permission' | null;
}

/** What a person needs to know to write tasks. */
export interface TaskDesk extends TasksFreshness {
  /** Whether the manager has linked the person's own account: only then can they set and complete tasks. */
  isLinked: boolean;
  /** The club's day, `yyyy-MM-dd`. */
  today: string;
}

export interface MemberTasksView extends TaskDesk {
  /** Open ones first, by due day; then those done, the latest first. */
  tasks: TaskView[];
}

/** What became of a change that the browser sent. Only `recorded` is kept; the others changed nothing. */
export type ChangeOutcome =
  | { kind: 'recorded' }
  /** The person has no account at the platform that could have set or done it: the manager's move. */
  | { kind: 'notLinked' }
  /** Somebody else is signed in by now, and who did it does not work here any more. */
  | { kind: 'otherPerson' }
  | { kind: 'taskGone' }
  | { kind: 'memberUnknown' }
  /** Somebody else has changed the same field to something else. */
  | { kind: 'changedMeanwhile'; current: TaskContent };

/** A card of the training floor. */
export interface FloorMember extends PresenceEntry {
  /** Open ones, the most urgent first. */
  tasks: TaskView[];
}

export interface FloorView extends TaskDesk {
  /** Latest arrival first. */
  members: FloorMember[];
}
