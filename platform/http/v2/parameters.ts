import { z } from '@hono/zod-openapi';
import { accountField, membershipField } from '#contracts/v2/account-fields.ts';

/** Text in a path, trimmed as it is in bodies: what a body gives a member is found by the same text here. */
export const pathText = z.string().trim().min(1);

/** Path parameters shared by several resources. */
export const accountIdParameter = z.object({
  accountId: pathText.meta({ description: 'The account.', example: accountField.accountId.example }),
});
export const membershipIdParameter = z.object({
  membershipId: pathText.meta({ ...membershipField.membershipId, example: 'M-10442' }),
});
/** Any text: an impossible number is simply not found. The example is a card of each gym that a sandbox creates. */
export const rfidParameter = z.object({
  rfid: pathText.meta({ description: 'Card number with `0x`.', example: '0x04B81D5A2F6C80' }),
});
