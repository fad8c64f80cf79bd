import { z } from '@hono/zod-openapi';
import { memberAccount } from '#contracts/v2/accounts.ts';
import { nfcLookUpQuery } from '#contracts/v2/nfc.ts';
import { tagFormatQuery } from '#contracts/v2/rfids.ts';
import { answer, newResource } from '#platform/http/resource.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberKey, requireMember } from '#platform/services/members/find.ts';
import { toMemberAccount } from '#platform/services/members/member.ts';
import { toStoredIssuer } from '#platform/services/nfc/issuer.ts';
import { operationRoute } from './operation.ts';
import { membershipIdParameter, pathText, rfidParameter } from './parameters.ts';

const responses = { 200: answer('The member.', memberAccount) };

const byRfid = operationRoute('getByRfid', {
  tag: 'accounts',
  summary: 'Find a member by RFID',
  description: 'Upper and lower case digits are the same. `tagFormat` narrows only where a format was stored.',
  request: {
    params: rfidParameter,
    query: tagFormatQuery,
  },
  responses,
});

const byNfc = operationRoute('getByNfc', {
  tag: 'accounts',
  summary: 'Find a member by NFC token',
  description: '`collectorId` and `passTypeId` exclude each other; `nfcFormat` is deprecated in their favour.',
  request: {
    params: z.object({
      nfc: pathText.meta({ description: 'What the wallet pass sent.', example: '7c1f4be2905d43a8b6e0d2f7519ac384' }),
    }),
    query: nfcLookUpQuery,
  },
  responses,
});

const byMembershipId = operationRoute('retrieveAccountByMembershipId', {
  tag: 'accounts',
  summary: 'Find a member by membership id',
  request: {
    params: membershipIdParameter,
  },
  responses,
});

const byEmail = operationRoute('getByEmail', {
  tag: 'accounts',
  summary: 'Find a member by e-mail address',
  description: 'Upper and lower case letters are the same. A `+` in the address stands for itself.',
  request: {
    params: z.object({
      email: pathText.min(5).max(320).meta({ description: 'E-mail address.', example: 'lena.vogt@example.org' }),
    }),
  },
  responses,
});

export const accountLookUpRoutes = newResource()
  .openapi(byRfid, async (c) => {
    const { tagFormat } = c.req.valid('query');
    return c.json(await lookUp(c.get('call'), { by: 'rfid', rfid: c.req.valid('param').rfid, tagFormat }), 200);
  })
  .openapi(byNfc, async (c) => {
    const { nfcFormat, ...issuer } = c.req.valid('query');
    const key: MemberKey = {
      by: 'nfc',
      token: c.req.valid('param').nfc,
      issuer: toStoredIssuer(issuer) || undefined,
      wallet: nfcFormat && (nfcFormat.endsWith('APPLE') ? 'apple' : 'google'),
    };
    return c.json(await lookUp(c.get('call'), key), 200);
  })
  .openapi(byMembershipId, async (c) =>
    c.json(await lookUp(c.get('call'), { by: 'membershipId', ...c.req.valid('param') }), 200),
  )
  .openapi(byEmail, async (c) => c.json(await lookUp(c.get('call'), { by: 'email', ...c.req.valid('param') }), 200));

const lookUp = async (call: Call, key: MemberKey) => toMemberAccount(await requireMember(call, key), call.clock());
