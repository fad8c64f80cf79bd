/** The names of the session cookie: over plain HTTP, and over HTTPS. */
export const sessionCookies: readonly string[] = ['next-auth.session-token', '__Host-next-auth.session-token'];
