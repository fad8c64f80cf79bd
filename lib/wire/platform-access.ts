import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';

/** The address of each interface of a platform. */
export type AddressName = 'apiUrl' | 'v1Url' | 'exportUrl';

/** A key or token that a user types. It is sent in an HTTP header, which allows no other characters. */
export const typedSecret = z
  .string()
  .trim()
  .min(1, { error: 'Must not be empty.', abort: true })
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'Must be letters, digits and symbols without spaces.');

/** In a form: an empty secret means that the stored one is kept. */
const typedOrKept = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(typedSecret.optional());

/**
 * An address without a path.
 * @param name the name of the setting, for the message
 */
export const originUrl = (name: string, example: string) =>
  z.string().transform((value, context) => {
    const url = URL.canParse(value.trim()) ? new URL(value.trim()) : null;
    const isOrigin =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash &&
      !url.username &&
      !url.password;
    if (url && isOrigin) return url.origin;
    context.addIssue(`${name} is "${value}": set it to an address without a path, such as ${example}.`);
    return z.NEVER;
  });

const example = 'https://api.example.com';

/**
 * Address and key of an interface, always together: a stored key is not sent to another address. The desk's server decides
 * whether the address may be plain http.
 */
export const originEntries = z.object({ url: originUrl('The address', example), key: typedSecret });

/**
 * The URL of a legacy interface, without a trailing slash. It ends with the version segment, which is added where it is
 * missing: `https://api.example.com` becomes `https://api.example.com/v1`.
 * @param name the name of the setting, for the message
 */
export const legacyUrl = (name: string) =>
  z.string().transform((value, context) => {
    const text = value.trim();
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password) {
      const path = url.pathname.replace(/\/+$/, '');
      return url.origin + (path.endsWith('/v1') ? path : `${path}/v1`);
    }
    context.addIssue(
      `${name} is "${value}": set it to the address of the legacy interface, such as https://api.example.com/v1.`,
    );
    return z.NEVER;
  });

/** The credentials of the legacy interface. The desk's server decides whether the URL may be plain http. */
export const legacyEntries = z.object({
  url: legacyUrl('The address'),
  gymId: requiredText(100),
  /** Absent: keep the stored token. */
  token: typedSecret.optional(),
});

/** The form of the same, where an empty token means absent. */
export const legacyForm = legacyEntries.extend({ token: typedOrKept });

/** The version of the connection that a manager saw, which has to be the current one. */
export const seenVersion = z.object({ version: z.string().min(1).max(100) });
