import { assignNfcTokenRequest, nfcIssuerQuery, nfcToken } from '#contracts/v2/nfc.ts';
import { assignNfcToken } from '#platform/services/nfc/assign.ts';
import { getNfcToken } from '#platform/services/nfc/get.ts';
import { answer, jsonBody, newResource, noContent, operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const get = operationRoute('getAccountNfcToken', {
  tag: 'nfc',
  summary: "Retrieve a member's NFC token",
  description: 'Without an issuer: the token that names none, else the newest.',
  request: { params: accountIdParameter, query: nfcIssuerQuery },
  responses: { 200: answer('The token.', nfcToken) },
});

const assign = operationRoute('assignAccountNfcToken', {
  tag: 'nfc',
  summary: 'Assign an NFC token',
  description: 'One token an issuer. A token that another member of the chain holds moves to this member.',
  request: { params: accountIdParameter, body: jsonBody(assignNfcTokenRequest) },
  responses: { 204: noContent('The token is assigned.') },
});

export const nfcRoutes = newResource()
  .openapi(get, async (c) =>
    c.json(await getNfcToken(c.get('call'), c.req.valid('param').accountId, c.req.valid('query')), 200),
  )
  .openapi(assign, async (c) => {
    await assignNfcToken(c.get('call'), c.req.valid('param').accountId, c.req.valid('json'));
    return c.body(null, 204);
  });
