/** The browser of a sign-in. */
export type Browser = UnknownBrowser | KnownBrowser;

/** Unknown, or known only for other people. */
interface UnknownBrowser {
  deviceId: null;
  clientAddress: string;
}

/** The person has signed in here by password or passkey before. For a badge, a link or a passkey, any person counts. */
interface KnownBrowser {
  deviceId: string;
  /** Keyed digest of the person who signed in last. All known browsers of a person share one queue. */
  person: string;
  clientAddress: string;
}

/** The normalized address, by which a person is counted and known. */
export const addressOf = (email: string): string => email.trim().toLowerCase();
