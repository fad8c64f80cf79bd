import { idOf } from '#contracts/v2/primitives.ts';

/** An account id from the browser, from a command or from an event. */
export const accountIdInput = idOf('an account');
