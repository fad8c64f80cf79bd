/** Where somebody signs in. */
export type Browser = StrangeBrowser | KnownBrowser;

/** Of nobody, or of others than the one who signs in. */
interface StrangeBrowser {
  deviceId: null;
  clientAddress: string;
}

/** One in which this person has signed in by password before; for whom a badge or a link names, anybody. */
interface KnownBrowser {
  deviceId: string;
  /** Whose it is, as a keyed digest: of several the last one. However many browsers they have, they wait as one. */
  person: string;
  clientAddress: string;
}

/** What a person is counted and known by. */
export const addressOf = (email: string): string => email.trim().toLowerCase();
