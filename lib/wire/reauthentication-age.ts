/** For so many minutes a password or a passkey is not asked for again in the same session. */
export const reauthenticationMin = 5;
