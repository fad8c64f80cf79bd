import { emailAddress } from '#contracts/v2/primitives.ts';

/** Whether the domain of an address has a dot. */
export const isCompleteEmail = (address: string): boolean => /@.*\.[^.]+$/.test(address);

/**
 * An e-mail address that somebody types for a new person. The platform accepts a host without a dot, such as `nora@example`; in a
 * form it is a typing error.
 */
export const typedEmail = emailAddress.refine(isCompleteEmail, 'Must be a complete e-mail address.');
