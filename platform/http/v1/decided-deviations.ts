import { operations } from '#contracts/v1/operations.ts';

interface Decision {
  reason: string;
  /** In the format of `findDeviations`. */
  deviations: string[];
}

const becomes = (place: string, published: string, ours: string) => [`${place} -${published}`, `${place} +${ours}`];
const gone = (place: string, ...facts: string[]) => facts.map((fact) => `${place} -${fact}`);

/** Facts with `!` where the document requires the field. */
const notRequired = (place: string, ...facts: string[]) =>
  facts.flatMap((fact) => becomes(place, fact, fact.replace('!', '')));
const required = (place: string, ...facts: string[]) =>
  facts.flatMap((fact) => becomes(place, fact.replace('!', ''), fact));

const memberFields = ['dateOfBirth', 'endOfContract', 'phone', 'street', 'streetNumber', 'zipCode', 'city', 'country'];
const unknownOfMembers = [...memberFields.map((field) => `${field}!: string`), 'gender!: FEMALE|MALE'];
const statuses = 'membershipStatus: BASIC|CORPORATE_FITNESS|PREMIUM|PROSPECT';

/** Where the interface deviates from its published document, and why. */
export const decidedDeviations: readonly Decision[] = [
  {
    reason: 'Gyms are numbered; the document has a whole number at one operation and any number at the others.',
    deviations: Object.keys(operations)
      .filter((id) => id !== 'getProfile')
      .flatMap((id) => becomes(`${id} parameter`, 'query gymId!: number', 'query gymId!: integer')),
  },
  {
    reason: 'One user id for three types of it; a text of digits is still taken.',
    deviations: [
      ...['listUserProducts', 'activateProduct'].flatMap((id) =>
        becomes(`${id} parameter`, 'query userId!: string', 'query userId: integer'),
      ),
      ...['checkIn', 'checkOut'].flatMap((id) => becomes(`${id} request`, 'userId!: string', 'userId: integer')),
    ],
  },
  {
    reason: 'An unknown value is left out and keeps what was known; only a first publish needs more than the e-mail.',
    deviations: notRequired(
      'publishUser request',
      ...unknownOfMembers,
      'membershipId!: string',
      'firstName!: string',
      'lastName!: string',
      'rfidList![]: string',
    ),
  },
  {
    reason: 'What the gym does not know of a member is left out of the profile.',
    deviations: notRequired('getProfile response', ...unknownOfMembers),
  },
  {
    reason: 'The picture is sent and never answered.',
    deviations: gone('getProfile response', 'imageData: string'),
  },
  {
    reason: 'The kinds of membership are those of version 2, corporate ones among them.',
    deviations: ['publishUser request', 'getProfile response'].flatMap((place) =>
      becomes(place, 'membershipStatus: string', statuses),
    ),
  },
  {
    reason: 'Milliseconds have no fractions.',
    deviations: ['checkIn request', 'checkOut request'].flatMap((place) =>
      becomes(place, 'userPresenceTimestamp: number', 'userPresenceTimestamp: integer'),
    ),
  },
  {
    reason: 'A booking without a product and a task without its name, day or people mean nothing.',
    deviations: [
      ...required('activateProduct request', 'productId!: integer'),
      ...required('createTask request', 'taskName!: string', 'dueDate!: string'),
      ...required('createTask request', 'author!.userId: integer', 'author!.membershipId: string'),
      ...required('createTask request', 'target!.userId: integer', 'target!.membershipId: string'),
    ],
  },
  {
    reason: 'Answered only; ignored where a client sends it back.',
    deviations: [
      ...gone('activateProduct request', 'productTitle: string', 'productDescription: string'),
      ...gone('createTask request', 'taskId: integer', 'timestamp: integer'),
      ...gone('updateTask request', 'taskId: integer', 'timestamp: integer'),
    ],
  },
];
