import { z } from 'zod';
import { isStorable, openEnum } from './primitives.ts';
import { idAsRead, textAsRead } from './reading.ts';

/** Every error code of the interface, and its only status. */
export const errorStatus = {
  invalidRequest: 400,
  invalidArguments: 400,
  unauthorized: 401,
  missingPermission: 403,
  forbiddenAction: 403,
  corporateFitnessMembershipExpired: 403,
  corporateFitnessMembershipNotStarted: 403,
  corporateFitnessGymNotInNetwork: 403,
  corporateFitnessGymNotInNetworkPlus1: 403,
  notFound: 404,
  methodNotAllowed: 405,
  userEmailConflict: 409,
  userEmailUsedByAnotherAccountConflict: 409,
  membershipExists: 409,
  tanAssociatedWithAnotherAccount: 409,
  webhookUrlAlreadyRegistered: 409,
  generalConflict: 409,
  forbiddenAccountMerge: 409,
  tooManyRequests: 429,
  internalServerError: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]; // safe because: errorStatus is a closed literal

/** The missing entity of a 404, in `metadata.entity`. */
export const missingEntities = [
  'UNKNOWN',
  'ACCOUNT',
  'CHAIN_PROFILE',
  'MEMBERSHIP',
  'PRODUCT',
  'WEBHOOK',
  'GYM_LOCATION',
  'TASK',
  'RFID',
  'NFC_TOKEN',
  'TAN',
] as const;
export type MissingEntity = (typeof missingEntities)[number];

const fieldError = z.object({
  name: z
    .string()
    .nullish()
    .meta({ description: 'Dotted path of the field that was refused.', example: 'membership.membershipId' }),
  message: z.string().nullish().meta({ description: 'What the field must look like.', example: 'Must not be empty.' }),
  rejectedValue: z
    .unknown()
    .optional()
    .meta({ description: 'The value as it arrived; `null` where it was no text or number.', example: '' }),
});

/** The body of every error response. All fields are optional for a client, because proxies send errors too. */
export const errorBody = z
  .object({
    timestamp: z
      .string()
      .nullish()
      .meta({ description: 'When the request was answered.', example: '2026-11-21T09:41:07.000Z' }),
    path: z.string().nullish().meta({ description: 'The path that was asked for.', example: '/api/v2/accounts' }),
    requestId: z.string().nullish().meta({
      description: 'Names this request in the log of the platform; the same as in `X-Request-Id`.',
      example: 'b7d2f0c4-3a91-4e57-8f1d-2c6a905be318',
    }),
    status: z.number().int().nullish().meta({ description: 'HTTP status.', example: 400 }),
    error: z.string().nullish().meta({ description: 'Name of the HTTP status.', example: 'Bad Request' }),
    errorCode: openEnum(errorCodes)
      .nullish()
      .meta({ description: 'Stable code to switch over.', example: 'invalidArguments' }),
    message: z
      .string()
      .nullish()
      .meta({ description: 'One sentence for a developer.', example: 'Some fields are not valid.' }),
    fieldErrors: z.array(fieldError).nullish().meta({ description: 'One entry for every field that was refused.' }),
    metadata: z
      .record(z.string(), z.string())
      .nullish()
      .meta({
        description: 'Facts that go with the code, such as `entity` or `accountId`.',
        example: { entity: 'ACCOUNT' },
      }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

const textOf = z.string().nullish().catch(null);
const returnedField = z
  .object({ name: textOf, field: textOf, path: textOf, message: textOf, defaultMessage: textOf })
  .transform(({ name, field, path, message, defaultMessage }) => ({
    name: name ?? field ?? path ?? '',
    message: message ?? defaultMessage ?? '',
  }));
const returnedFields = z
  .array(z.unknown())
  .transform((told) => told.flatMap((one) => returnedField.safeParse(one).data ?? []))
  .catch([]);

const returnedFact = textAsRead.refine(isStorable);
/** Text or a number, for an account its id; anything else does not hide the other facts, such as which entity is missing. */
const returnedFacts = z
  .record(z.string(), z.unknown())
  .transform((told) =>
    Object.fromEntries(
      Object.entries(told).flatMap(([name, fact]) => {
        const { success, data } = (name === 'accountId' ? idAsRead : returnedFact).safeParse(fact);
        return success ? [[name, data]] : [];
      }),
    ),
  )
  .catch({});

/**
 * An error as a client parses it. The code decides what happens to a member, and is stored with what it ended, so invalid fields next
 * to it are ignored, and a code that cannot be stored is none. The list of rejected fields may be named `errors` as well.
 */
export const errorBodyAsRead = z
  .object({
    errorCode: errorBody.shape.errorCode.refine((code) => isStorable(code ?? '')).catch(null),
    requestId: errorBody.shape.requestId.catch(null),
    metadata: returnedFacts,
    fieldErrors: returnedFields,
    errors: returnedFields,
  })
  .transform(({ fieldErrors, errors, ...told }) => ({
    ...told,
    fieldErrors: Object.fromEntries([...errors, ...fieldErrors].map(({ name, message }) => [name, message])),
  }));
