/** The longest text that is compared with a stored password, which is never as long. */
export const longestTypedPassword = 1_000;
