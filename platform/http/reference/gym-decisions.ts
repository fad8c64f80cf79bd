import { bodiesInProgress, picturesInProgress } from '#platform/http/limits-in-words.ts';
import type { Decision } from './sections.ts';

/** When each failure of the gym interface is answered. */
export const failureCauses = {
  400: 'A field is not valid: an e-mail address without the usual form or with an umlaut, an empty text, a day that does not exist, a time in seconds. Also a body that is not JSON, and a profile asked for by no key or by several.',
  401: '`gymId` or `X-ACCESS-TOKEN` is missing, or the two do not belong together. A key of version 2 opens nothing here.',
  403: 'The e-mail address is blacklisted. Also a request over plain HTTP from anywhere but the machine of the platform.',
  404: 'There is no such member, card, e-mail address, product or task. A member of another chain is answered the same, and so is one who was erased.',
  405: 'The path does not know the method; `Allow` says which it knows.',
  409: 'The request contradicts what is there: an e-mail address or a membership id of somebody else, two keys of two members, a corporate membership that this interface may not change.',
  413: 'The request is larger than 16 MB at a publish, which may hold a picture, or than 1 MB elsewhere.',
  415: 'A body is expected and `Content-Type` is not `application/json`.',
  429: `All requests that are allowed for now are used up. Another one is allowed six times a second. With \`Retry-After\`: ${bodiesInProgress}; or ${picturesInProgress}.`,
  500: 'A mistake of the platform. The answer says nothing of it; its log has it under `X-Request-Id`.',
} as const;

/** Decisions where the descriptions of the interface contradict each other. */
export const decisions: readonly Decision[] = [
  {
    question: 'What type is a user id?',
    answer:
      'It has been described as a number, as text and as an unreadable text. Here it is one whole number from 1 to 9007199254740991. Send it as a number or as decimal digits in a text, wherever it is taken. Publish answers it as text, everything else as a number. Whatever else is sent is the id of nobody: 404.',
  },
  {
    question: 'Which fields must a publish hold?',
    answer:
      '`eMail` always. Somebody who is published for the first time also needs `membershipId`, `firstName`, `lastName` and `gender`. Everything else may be left out, though it has been listed as required.',
  },
  {
    question: 'What do an absent field, null and an empty value mean?',
    answer:
      'A field that is absent or `null` keeps what was known last. An empty `rfidList` or `userMotiveList` empties the list. An empty text is refused with 400, so a text cannot be cleared this way.',
  },
  {
    question: 'Whom does a publish mean?',
    answer:
      'The member with its `userId`; without one that with its `membershipId`; without either known, the person with its e-mail address. Found by the address alone, what is sent of name and date of birth must agree with what is known, and an account of another chain is joined only by the same first and last name: otherwise 409, for nobody takes over an account by knowing its address. With a `userId`, another address changes it, and it must not be taken. A `membershipId` without `userId` may come with another address only for the same person.',
  },
  {
    question: 'Is a time in seconds or in milliseconds?',
    answer:
      '`userPresenceTimestamp` is in milliseconds since the epoch, without fractions. Examples in seconds are about: a time before the year 2000 is refused with 400, and the answer says why. Absent, it is now; more than five minutes ahead is 400; the same visit sent again counts once.',
  },
  {
    question: 'How is a card number written?',
    answer:
      'In hexadecimal digits after `0x`, where an odd number of digits gets a zero in front, or as a decimal number, read as the shortest whole bytes with the greatest first. It is kept and answered as `0x` and upper case. A card that came as a decimal number is found by its number too.',
  },
  {
    question: 'What of a corporate membership?',
    answer:
      '`CORPORATE_FITNESS` is answered as `membershipStatus`, and this interface can neither give nor take it: 409. It belongs to version 2, where the member proves it with a TAN.',
  },
  {
    question: 'What if prospect and membershipStatus disagree?',
    answer:
      '`prospect: true` is the status `PROSPECT`. Together with another status it is refused with 400. `prospect: false` alone makes a prospect a `BASIC` member.',
  },
  {
    question: 'Which genders are there?',
    answer:
      '`MALE` and `FEMALE`. Version 2 knows `NON_BINARY` as well, which is answered as `FEMALE` here. Sending that answer back changes nothing.',
  },
  {
    question: 'By how many keys is a member asked for?',
    answer:
      'A profile by exactly one of `userId`, `rfid`, `email` and `membershipId`, otherwise 400. Products by `userId` or `membershipId`: none is 400, both of two members is 409. A visit by any of `userId`, `rfidId`, `membershipId` and `eMail`; several must be of the same member, otherwise 409, and one that nobody has is 404.',
  },
  {
    question: 'Does activating a product twice differ from once?',
    answer:
      'Both are answered 200 with the booking as it is now. The days follow the rules of version 2, both included.',
  },
  {
    question: 'What does modified-since change?',
    answer:
      'Without it open tasks are listed, with it all that changed since, completed ones too. It is a date-time, or a day that begins at midnight where the gym is; a date-time without an offset is meant there too.',
  },
  {
    question: 'How is a task named and completed?',
    answer:
      'The name is `taskName`, ids are numbers or digits in a text. An update changes only what it holds; `completed: true` alone completes the task, by its author where no completer is named. `timestamp` is the last change, in milliseconds, and is only answered. A new task needs `taskName`, `dueDate`, `author` and `target`, as in version 2. A kind of task that only version 2 has is left out, and no update from here takes it away.',
  },
  {
    question: 'What does version 2 see of a member published here?',
    answer:
      'Nothing until the member is migrated: not in look-ups, lists, tasks or webhooks. E-mail address, membership id and cards are unique over both versions all the same. Every member of version 2 has a user id and is visible here. After migration both versions see the same member; a missing start of the contract becomes the day of the first publish, a missing kind of membership `BASIC`.',
  },
  {
    question: 'What keeps the gym connected?',
    answer:
      'Every request with the right token, also one that is then refused. After 24 hours without one, the owner of the gym sees it as inactive.',
  },
];
