/** What an authenticator stores for the account: the random id of the person's row, neither name nor address. */
export const userHandleOf = (personId: string): string => Buffer.from(personId).toString('base64url');
