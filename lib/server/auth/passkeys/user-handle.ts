import 'server-only';

/** What an authenticator stores for the account: the random id of the person's row, neither name nor address. */
export const userHandleOf = (staffId: string): string => Buffer.from(staffId).toString('base64url');
