import { isDemo } from '#lib/wire/answers/demo.ts';
import { isMemberMatches } from '#lib/wire/answers/directory.ts';
import { isForgottenMember } from '#lib/wire/answers/forgotten-member.ts';
import { isPresence } from '#lib/wire/answers/presence.ts';
import { isReaderProfile } from '#lib/wire/answers/readers.ts';
import { isText, listOf, objectOf } from '#lib/wire/answers/shape.ts';
import { isStatus } from '#lib/wire/answers/status.ts';
import { type GlanceAnswer, isGlanceAnswer, isVerdict } from '#lib/wire/answers/verdict.ts';
import type { DemoView } from '#lib/wire/demo.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import type { ForgottenMember } from '#lib/wire/forgotten-member.ts';
import type { ManagersHere } from '#lib/wire/manager-override.ts';
import type { PresenceView } from '#lib/wire/presence.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { SettingsTag } from '#lib/wire/settings-tag.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { Here, OfMember, Read } from './read.ts';

export const atAGlance: Read<{ source: 'scan' | 'typed'; value: string }, GlanceAnswer> = {
  path: '/at-a-glance',
  permission: 'recordVisits',
  list: 'verdicts',
  isActivity: true,
  isAnswer: isGlanceAnswer,
};

/** The current verdicts of taps that were answered before: what was decided since, and which visits have ended. */
export const confirmedTaps: Read<{ tapId: readonly string[] }, Verdict[]> = {
  path: '/taps',
  permission: 'recordVisits',
  list: 'verdicts',
  isGathered: true,
  isAnswer: listOf(isVerdict),
};

/** Those of the members whose data the desk has deleted. */
export const forgottenMembers: Read<{ accountId: readonly string[] }, ForgottenMember[]> = {
  path: '/forgotten',
  permission: 'recordVisits',
  list: 'forgotten',
  isGathered: true,
  isAnswer: listOf(isForgottenMember),
};

/** The verdicts of today's last taps, from all windows, newest first. */
export const tapsOfToday: Read<Here, Verdict[]> = {
  path: '/taps/today',
  permission: 'recordVisits',
  list: 'taps',
  isGathered: true,
  isAnswer: listOf(isVerdict),
};

/** Who is in the gym. */
export const presence: Read<Here, PresenceView> = {
  path: '/presence',
  permission: 'readFloor',
  list: 'presence',
  isGathered: true,
  isAnswer: isPresence,
};

/** The verdict of a member who is in the gym. */
export const present: Read<OfMember, Verdict> = {
  path: '/presence/[accountId]',
  permission: 'recordVisits',
  list: 'verdicts',
  isActivity: true,
  isAnswer: isVerdict,
};

/** How the readers of the location write. */
export const readers: Read<Here, ReaderProfile[]> = {
  path: '/readers',
  permission: 'readFloor',
  list: 'readers',
  isGathered: true,
  isAnswer: listOf(isReaderProfile),
};

/** Which settings a page would be rendered with now. Needs no query: the request has read the location. */
export const settingsTag: Read<Here, SettingsTag> = {
  path: '/settings-tag',
  permission: 'readFloor',
  list: 'settings',
  isGathered: true,
  isAnswer: objectOf({ version: isText, hash: isText }),
};

/** The state of the platform, and what waits for it. */
export const status: Read<Here, PlatformStatus> = {
  path: '/status',
  permission: 'readFloor',
  list: 'status',
  isGathered: true,
  isAnswer: isStatus,
};

/** Members that a typed text may mean, best match first. */
export const memberSearch: Read<{ q: string }, MemberMatches> = {
  path: '/members',
  permission: 'recordVisits',
  list: 'members',
  isActivity: true,
  isAnswer: isMemberMatches,
};

/** The managers whom reception can call to a refusal. */
export const managersHere: Read<Here, ManagersHere> = {
  path: '/managers',
  permission: 'recordVisits',
  list: 'staff',
  isAnswer: objectOf({ names: listOf(isText) }),
};

/** The demo cards and the state of a demo location. */
export const demo: Read<Here, DemoView> = {
  path: '/demo',
  permission: 'recordVisits',
  list: 'demo',
  isAnswer: isDemo,
};
