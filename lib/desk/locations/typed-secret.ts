import { z } from 'zod';

/** A key or token as somebody enters it. It travels in a header, which takes no other characters. */
export const typedSecret = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'Must be letters, digits and signs without spaces.');
