import { z } from 'zod';
import { isNetwork } from './network-list.ts';

/**
 * The value of an environment variable: addresses and networks such as `10.0.0.0/8`, separated by commas.
 * @param name of the variable, for the message about a mistake
 */
export const networkSetting = (name: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(',').map((entry) => entry.trim());
      return entries.filter((entry) => {
        if (entry === '') return false;
        if (isNetwork(entry)) return true;
        context.addIssue(`${name} has "${entry}": list addresses or networks such as 10.0.0.0/8.`);
        return false;
      });
    });
