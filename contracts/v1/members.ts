import { z } from 'zod';
import {
  accountField,
  contactTexts,
  genders,
  membershipTexts,
  membershipTypes,
  ofEach,
} from '#contracts/v2/account-fields.ts';
import { emailAddress, isoDate, openEnum, optional, requiredText } from '#contracts/v2/primitives.ts';
import { userIdAsSent } from './primitives.ts';
import { rfidAsSent } from './rfids.ts';

const motives = ['GENERAL_FITNESS', 'HEALTH', 'SHAPE', 'SOCIAL', 'RELAX', 'ACTIVATION'] as const;
/** The genders that this interface supports. */
const gendersOfV1 = genders.filter((gender) => gender !== 'NON_BINARY');

const int32 = z.int('Must be a whole number.').min(0, 'Must not be negative.').max(2_147_483_647, 'Is too large.');

/** The fields of a member that are texts, flags or numbers, with description and example. */
const described = {
  userId: {
    description: 'Number of the user. Left out when a member is published for the first time, sent from then on.',
    example: 100482,
  },
  membershipId: {
    description: 'The id that the gym software gave this person, for good; one person in the whole chain has it.',
    example: 'M-10442',
  },
  agreementNumber: { description: 'Number of the contract between member and chain.', example: 'V-2024-0815' },
  membershipStatus: {
    description:
      'Decides which features the member has. `CORPORATE_FITNESS` is answered, but here it can be neither given nor taken.',
    example: 'PREMIUM',
  },
  membershipSubType: { description: 'Finer kind of membership, named by the gym.', example: 'Student' },
  activeStatus: { description: 'Whether the membership is active.', example: true },
  referringMemberId: membershipTexts.referringMemberId.about,
  eMail: {
    description: 'E-mail address, without umlauts; one person a chain. Mind the capital M.',
    example: 'lena.vogt@example.org',
  },
  firstName: accountField.firstName,
  lastName: accountField.lastName,
  dateOfBirth: { description: 'Date of birth; left out where it is not known.', example: '1991-04-17' },
  gender: {
    description: 'Gender. Who is neither is answered as `FEMALE`; the same sent back changes nothing.',
    example: 'FEMALE',
  },
  userMotiveList: {
    description: 'What the member trains for; an empty list removes it.',
    example: ['HEALTH', 'SHAPE'],
  },
  trainingFrequency: { description: 'How often a week the member wants to train.', example: 2 },
  trainingDuration: { description: 'How many minutes a training is meant to take.', example: 60 },
  endOfContract: {
    description: 'Last day of the contract, or the day it would end if it were cancelled now.',
    example: '2027-12-31',
  },
  startOfContract: { description: 'First day of the contract; not after `endOfContract`.', example: '2025-01-01' },
  ...ofEach(contactTexts, ({ about }) => about),
  phone: { description: 'Telephone number, preferably of a mobile.', example: '+49 151 23456789' },
  barcode: { description: 'Barcode that the member shows at the desk.', example: '4006381333931' },
  height: { description: 'Height in centimetres.', example: 171.5 },
  dayGuest: { description: 'Whether the person comes for a day instead of being a member.', example: false },
  prospect: {
    description: 'Whether the person has not signed up yet: the same as `membershipStatus` `PROSPECT`.',
    example: false,
  },
  trainer: {
    description: 'Gives (`true`) or takes (`false`) the rights of a trainer in this gym; left out, they stay.',
    example: false,
  },
};

/** Body of `POST /user/publish`. A field that is absent or null keeps its stored value. */
export const publishRequest = z
  .object({
    userId: userIdAsSent.meta({ type: 'integer', ...described.userId }),
    membershipId: optional(requiredText()).meta(described.membershipId),
    agreementNumber: optional(requiredText()).meta(described.agreementNumber),
    membershipStatus: optional(z.enum(membershipTypes)).meta(described.membershipStatus),
    membershipSubType: optional(requiredText(128)).meta(described.membershipSubType),
    activeStatus: optional(z.boolean()).meta(described.activeStatus),
    referringMemberId: optional(requiredText()).meta(described.referringMemberId),
    eMail: emailAddress.meta(described.eMail),
    firstName: optional(requiredText()).meta(described.firstName),
    lastName: optional(requiredText()).meta(described.lastName),
    dateOfBirth: optional(isoDate).meta(described.dateOfBirth),
    gender: optional(z.enum(gendersOfV1)).meta(described.gender),
    imageData: optional(z.string().min(1, 'Must not be empty.')).meta({
      description:
        'Photo of the member, JPEG or PNG of at most 50 megapixels, in base64; a `data:` address of one is taken too. Sent when it is new, or when the request with it failed. It is never answered.',
      example:
        'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUPXFzY9XVgAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgoA4AAABIAAH/myMhAAAAAElFTkSuQmCC',
    }),
    userMotiveList: optional(z.array(z.enum(motives)).max(100)).meta(described.userMotiveList),
    trainingFrequency: optional(int32).meta(described.trainingFrequency),
    trainingDuration: optional(int32).meta(described.trainingDuration),
    endOfContract: optional(isoDate).meta(described.endOfContract),
    startOfContract: optional(isoDate).meta(described.startOfContract),
    rfidList: optional(z.array(rfidAsSent).max(1000)).meta({
      description:
        'All cards of the member, in hex with `0x` or as decimal numbers; an empty list takes them all. No barcodes, no magnetic stripes.',
      example: ['0x04A23BC21C2680', '1304562'],
    }),
    phone: optional(requiredText()).meta(described.phone),
    street: optional(requiredText()).meta(described.street),
    streetNumber: optional(requiredText()).meta(described.streetNumber),
    zipCode: optional(requiredText()).meta(described.zipCode),
    city: optional(requiredText()).meta(described.city),
    state: optional(requiredText()).meta(described.state),
    country: optional(requiredText()).meta(described.country),
    barcode: optional(requiredText()).meta(described.barcode),
    height: optional(z.number().positive('Must be more than 0.').max(300, 'Must be at most 300.')).meta(
      described.height,
    ),
    dayGuest: optional(z.boolean()).meta(described.dayGuest),
    prospect: optional(z.boolean()).meta(described.prospect),
    trainer: optional(z.boolean()).meta(described.trainer),
  })
  .refine(
    ({ prospect, membershipStatus: status }) =>
      prospect == null || status == null || prospect === (status === 'PROSPECT'),
    { error: 'Contradicts membershipStatus.', path: ['prospect'] },
  )
  .meta({ id: 'MemberToPublish' });
export type PublishRequest = z.infer<typeof publishRequest>;

/** Response of `POST /user/publish`. */
export const publishedUser = z
  .object({
    userId: z.string().meta({ description: 'Number of the user, to be kept and sent from now on.', example: '100482' }),
  })
  .meta({ id: 'PublishedUser' });

/** Query of `GET /user/profile`, in addition to `gymId`: exactly one of these. */
export const profileQuery = z.object({
  userId: userIdAsSent.meta({ type: 'integer', ...described.userId, description: 'Number of the user.' }),
  rfid: rfidAsSent
    .optional()
    .meta({ description: 'Number of a card, in hex with `0x` or decimal.', example: '0x04B81D5A2F6C80' }),
  // An unencoded `+` arrives as a space, which no address contains.
  email: z
    .string()
    .trim()
    .transform((sent) => sent.replaceAll(' ', '+'))
    .pipe(emailAddress)
    .optional()
    .meta({ description: 'E-mail address; upper and lower case are the same.', example: 'lena.vogt@example.org' }),
  membershipId: requiredText().optional().meta({
    description: 'The id that the gym software gave the member.',
    example: 'M-10442',
  }),
});
export type ProfileQuery = z.infer<typeof profileQuery>;

/** Response of `GET /user/profile`. Unknown values are omitted. */
export const memberInformation = z
  .object({
    userId: z.int().meta({ ...described.userId, description: 'Number of the user.' }),
    membershipId: z.string().meta(described.membershipId),
    agreementNumber: z.string().optional().meta(described.agreementNumber),
    membershipStatus: z.enum(membershipTypes).optional().meta(described.membershipStatus),
    membershipSubType: z.string().optional().meta(described.membershipSubType),
    activeStatus: z.boolean().optional().meta(described.activeStatus),
    referringMemberId: z.string().optional().meta(described.referringMemberId),
    eMail: z.string().meta(described.eMail),
    firstName: z.string().meta(described.firstName),
    lastName: z.string().meta(described.lastName),
    dateOfBirth: z.string().optional().meta(described.dateOfBirth),
    gender: z.enum(gendersOfV1).optional().meta(described.gender),
    userMotiveList: z.array(openEnum(motives)).optional().meta(described.userMotiveList),
    trainingFrequency: z.int().optional().meta(described.trainingFrequency),
    trainingDuration: z.int().optional().meta(described.trainingDuration),
    endOfContract: z.string().optional().meta(described.endOfContract),
    startOfContract: z.string().optional().meta(described.startOfContract),
    rfidList: z.array(z.string()).meta({
      description: 'The cards that the gym software gave the member, in hex and upper case.',
      example: ['0x04A23BC21C2680', '0x13E7F2'],
    }),
    phone: z.string().optional().meta(described.phone),
    street: z.string().optional().meta(described.street),
    streetNumber: z.string().optional().meta(described.streetNumber),
    zipCode: z.string().optional().meta(described.zipCode),
    city: z.string().optional().meta(described.city),
    state: z.string().optional().meta(described.state),
    country: z.string().optional().meta(described.country),
    barcode: z.string().optional().meta(described.barcode),
    height: z.number().optional().meta(described.height),
    dayGuest: z.boolean().optional().meta(described.dayGuest),
    prospect: z.boolean().optional().meta(described.prospect),
    trainer: z.boolean().meta({ ...described.trainer, description: 'Whether the member is a trainer in this gym.' }),
  })
  .meta({ id: 'MemberInformation' });
export type MemberInformation = z.infer<typeof memberInformation>;
