import { bodiesInProgress } from '#platform/http/limits-in-words.ts';
import type { Decision } from './sections.ts';

/** When each failure of the data export is answered. */
export const failureCauses = {
  400: 'A day is missing, does not exist or is written otherwise than `yyyy-MM-dd`; the range is too long, too old or ends before it begins; the cursor is none of ours, is of another export or range, or has expired; the body is not JSON, is larger than 1 MB, or names a kind of event or file that there is not. The message says which.',
  401: '`x-api-key` is missing or blank, or nobody has that key, or it was revoked.',
  403: 'The key lacks the permission `export`. Also a request over plain HTTP from anywhere but the machine of the platform.',
  404: 'The gym has no such job, or it failed or expired and was ordered more than 30 days ago. A job of another gym and an id that is no UUID are answered the same.',
  405: 'The path does not know the method; `Allow` says which it knows.',
  429: `All requests that are allowed for now are used up. Another one is allowed six times a second. With \`Retry-After\`: ${bodiesInProgress}.`,
  500: 'A mistake of the platform. The answer says nothing of it; its log has it under `X-Request-Id`.',
} as const;

/**
 * Decisions where the descriptions of the data export are silent or contradict each other.
 */
export const decisions: readonly Decision[] = [
  {
    question: 'What is a key that nobody has?',
    answer:
      '401 here, the same as no key at all. In version 2 of the membership management API the same key is answered 403. A key that is good but may not export is 403 in both.',
  },
  {
    question: 'What do failures hold that were never described?',
    answer: '400 and 404 hold a `message` as 401, 403 and 500 do, and nothing beside it.',
  },
  {
    question: 'How often may a key ask?',
    answer:
      'No limit was ever described. Here it is that of version 2, and the same bucket: 60 requests at once and 6 a second, over both interfaces. `X-RateLimit-Remaining` says how many are left; 429 without `Retry-After` says that there are none.',
  },
  {
    question: 'How long is a page, and how long is a cursor good?',
    answer:
      'A page holds 500 items, the last one at most as many; only `nextCursor`, which is `null` there, says that it is the last. A cursor goes on with the same operation, gym and range and with nothing else, for 24 hours after the first page: otherwise 400.',
  },
  {
    question: 'What if data arrives while somebody reads page after page?',
    answer:
      'Whoever follows `nextCursor` is given everything that was there at the first page exactly once, whatever arrives meanwhile; of what arrives meanwhile some may be among it. Who opts out meanwhile is left out from that moment.',
  },
  {
    question: 'Where does a day begin?',
    answer:
      'At midnight UTC, and both days of a range belong to it. Version 2 means days where the gym is: the two differ by an hour or more around midnight.',
  },
  {
    question: 'How is the length of a range counted?',
    answer:
      '`endDate` lies at most 30 days after `startDate` for events, at most 365 for analytics and files. So 1 to 31 March may be asked for at once. A range of one day has the same day twice. `endDate` may lie in the future.',
  },
  {
    question: 'How long ago is the last month, and a year?',
    answer:
      'The same day of the month before, and of the year before, counted back from today in UTC. Where that month has no such day, its last one.',
  },
  {
    question: 'Who has opted out?',
    answer:
      'Whoever has not opted in, as it was described; but no interface says who has. Here members share data until they opt out, which the operator of the platform notes. From that moment their events are in no page and no file, and the list of opted-out members has their account id.',
  },
  {
    question: 'What of members who were erased?',
    answer:
      'They are in no page, in no file and not in the list: nothing of them is left that could be. The webhook `MEMBERSHIP_DELETE` of version 2 tells of them, with two exceptions, because no event is sent about either: members who had opted out, who were in the list until they were erased, and members of version 1 who were never migrated. What is exported of these is missing when the same days are asked for again.',
  },
  {
    question: 'Which ids are these?',
    answer:
      '`externalAccountId` is the `accountId` of version 2, and `mmsMembershipId` the `membershipId`: `null` for a guest of the gym without one.',
  },
  {
    question: 'What if a field is not known?',
    answer: 'It is there and `null`. No field of an item is ever left out.',
  },
  {
    question: 'What if a workout comes in late, or is corrected?',
    answer:
      'Machines that were offline send up to 30 days later, and an event has the time at which it happened. A corrected one takes the place of the first. Whoever fetches only yesterday misses both: ask for the last 30 days once in a while, and replace what you have of them.',
  },
  {
    question: 'Which weeks are in a range of analytics?',
    answer:
      'Those that end in it: a week belongs to the day of its Sunday, so two ranges that adjoin have no week in common and none between them. Weeks are from Monday to Sunday in UTC. One appears once it was computed, by 09:00 UTC of the day after it, and its values may change later with what comes in late.',
  },
  {
    question: 'What do metricType, metricKey and metricSubType mean?',
    answer:
      'No vocabulary was ever described. That of this platform stands under “Weekly metrics” on this page; a metric may be added to it, and none changes its meaning.',
  },
  {
    question: 'Are analytics exported as a file?',
    answer: 'No. A file holds events; a year of analytics is a few pages.',
  },
  {
    question: 'Which statuses has a job, and in what order?',
    answer:
      '`IN_PROGRESS` from the beginning, also while it waits for others; then `DONE` or `FAILED`; and after `DONE` comes `EXPIRED`. 30 days after it was ordered, a job that failed or expired is answered 404. `downloadURL` is present while it is `DONE` and absent otherwise.',
  },
  {
    question: 'When does a file expire?',
    answer:
      '24 hours after it was finished. Sooner where a member opts out or is erased whom it may hold: all finished files of that gym expire at once, and can be asked for anew.',
  },
  {
    question: 'What is the address of a file?',
    answer:
      'It begins with the public address that the platform was configured with, whatever `Host` a request names. It needs no key: whoever has it may load the file, and nobody can guess it.',
  },
  {
    question: 'How is a table written?',
    answer:
      'CSV by RFC 4180: a header with the names of the fields in the order of the schema, lines that end with CR LF, UTF-8. Empty text and `null` are both `""`. Text that begins with `=`, `+`, `-`, `@`, a tab, a line break or a full-width character (`＝`) has an apostrophe before it, since a spreadsheet would take it for a formula.',
  },
];
