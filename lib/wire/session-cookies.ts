/** The names of the session cookie: over plain HTTP, and over HTTPS. */
export const sessionCookies: readonly string[] = ['next-auth.session-token', '__Host-next-auth.session-token'];

/** Its name over HTTPS in version 1.0, whose sessions stay valid (see `readFormerSession`). */
export const formerSessionCookie = '__Secure-next-auth.session-token';
