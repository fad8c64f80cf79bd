import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';

/** A key or token as somebody enters it. It travels in a header, which takes no other characters. */
const typedSecret = z
  .string()
  .trim()
  .min(1, { error: 'Must not be empty.', abort: true })
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'Must be letters, digits and symbols without spaces.');

export const apiKeyInput = z.object({ apiKey: typedSecret });

/**
 * The address of a legacy interface, without a trailing slash. It ends with the version segment, which is added where it
 * was left out: `https://api.example.com` is `https://api.example.com/v1`.
 * @param name of the setting, for the sentence
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

/** What the legacy interface is reached by. Whether the address may be plain http, the desk's server says. */
export const legacyEntries = z.object({
  url: legacyUrl('The address'),
  gymId: requiredText(100),
  /** Left out: the one that is kept. */
  token: typedSecret.optional(),
});

/** The same as it stands in its form, where an empty token is left out. */
export const legacyForm = legacyEntries.extend({
  token: z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(legacyEntries.shape.token),
});
