import { type ErrorCode, errorStatus, type MissingEntity } from '#contracts/v2/errors.ts';

export interface FieldError {
  /** Dotted path of the field. */
  name: string;
  message: string;
  rejectedValue?: unknown;
}

interface Details {
  metadata?: Record<string, string>;
  fieldErrors?: FieldError[];
  /** What is wrong with the whole body, for interfaces that have a status of their own for it. */
  problem?: 'mediaType' | 'size';
  /** Sent to the caller as Retry-After, in seconds. */
  retryAfterS?: number;
}

/** The only error that a rule of the platform throws. Its message is for developers of a client. */
export class PlatformError extends Error {
  override name = 'PlatformError';
  readonly code: ErrorCode;
  readonly status: (typeof errorStatus)[ErrorCode];
  readonly metadata: Record<string, string>;
  readonly fieldErrors: FieldError[];
  readonly problem: Details['problem'];
  readonly retryAfterS: Details['retryAfterS'];

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    const { metadata = {}, fieldErrors = [], problem, retryAfterS } = details;
    super(message);
    this.code = code;
    this.status = errorStatus[code];
    this.metadata = metadata;
    this.fieldErrors = fieldErrors;
    this.problem = problem;
    this.retryAfterS = retryAfterS;
  }
}

/** The text of a 404 is the same whether the thing never existed, was deleted, or belongs to another chain. */
export const notFound = (entity: MissingEntity): PlatformError =>
  new PlatformError('notFound', notFoundMessages[entity], { metadata: { entity } });

const notFoundMessages: Record<MissingEntity, string> = {
  UNKNOWN: 'There is nothing at this path.',
  ACCOUNT: 'There is no such account.',
  CHAIN_PROFILE: 'The account is not known to this chain.',
  MEMBERSHIP: 'The account has no membership in this chain.',
  PRODUCT: 'There is no such product in this gym.',
  WEBHOOK: 'There is no such webhook in this gym.',
  GYM_LOCATION: 'There is no such gym.',
  TASK: 'There is no such task in this gym.',
  RFID: 'The account has no such RFID.',
  NFC_TOKEN: 'The account has no such NFC token.',
  TAN: 'There is no such verification TAN.',
};

export const invalidFields = (...fieldErrors: FieldError[]): PlatformError =>
  new PlatformError('invalidArguments', 'Some fields are not valid.', { fieldErrors });
