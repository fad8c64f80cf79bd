import { assignNfcTokenRequest, nfcIssuerQuery, nfcToken } from '#contracts/v2/nfc.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { assignNfcToken } from '#platform/services/nfc/assign.ts';
import { getNfcToken } from '#platform/services/nfc/get.ts';
import { removeNfcToken } from '#platform/services/nfc/remove.ts';
import { operationRoute } from './operation.ts';
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
  summary: 'Give a phone or watch its token',
  description: 'One token an issuer. A token that another member of the chain holds moves to this member.',
  request: { params: accountIdParameter, body: jsonBody(assignNfcTokenRequest) },
  responses: { 204: noContent('The token is assigned.') },
});

const remove = operationRoute('deleteAccountNfcToken', {
  tag: 'nfc',
  summary: 'Remove an NFC token',
  description: 'Without an issuer all tokens of the member are removed.',
  request: { params: accountIdParameter, query: nfcIssuerQuery },
  responses: { 204: noContent('The token is removed.') },
});

export const nfcRoutes = newResource()
  .openapi(get, async (c) =>
    c.json(await getNfcToken(c.get('call'), c.req.valid('param').accountId, c.req.valid('query')), 200),
  )
  .openapi(assign, async (c) => {
    await assignNfcToken(c.get('call'), c.req.valid('param').accountId, c.req.valid('json'));
    return c.body(null, 204);
  })
  .openapi(remove, async (c) => {
    await removeNfcToken(c.get('call'), c.req.valid('param').accountId, c.req.valid('query'));
    return c.body(null, 204);
  });
