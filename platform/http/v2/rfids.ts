import { listRfidsQuery, rfid, rfidList, rfidListRequest, rfidRequest, tagFormatQuery } from '#contracts/v2/rfids.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { addRfid } from '#platform/services/rfids/add.ts';
import { listRfids } from '#platform/services/rfids/list.ts';
import { removeRfid } from '#platform/services/rfids/remove.ts';
import { replaceRfids } from '#platform/services/rfids/replace.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter, rfidParameter } from './parameters.ts';

const list = operationRoute('getUserRfids', {
  tag: 'rfids',
  summary: "List a member's cards",
  description: 'Cards that came through this interface; with `allSources` also those that machines assigned.',
  request: { params: accountIdParameter, query: listRfidsQuery },
  responses: { 200: answer('The cards.', rfidList) },
});

const add = operationRoute('addRFIDToUser', {
  tag: 'rfids',
  summary: 'Add a card',
  description: 'A card that another member of the chain holds moves to this member.',
  request: { params: accountIdParameter, body: jsonBody(rfidRequest) },
  responses: { 200: answer('The card as it is kept.', rfid) },
});

const replace = operationRoute('updateUsersRfids', {
  tag: 'rfids',
  summary: "Replace a member's cards",
  description: 'Replaces the cards that came through this interface; an empty list removes them. Others stay.',
  request: { params: accountIdParameter, body: jsonBody(rfidListRequest) },
  responses: { 204: noContent('The member has these cards.') },
});

const remove = operationRoute('deleteRfid', {
  tag: 'rfids',
  summary: 'Remove a card',
  request: {
    params: accountIdParameter.extend(rfidParameter.shape),
    query: tagFormatQuery,
  },
  responses: { 204: noContent('The card is removed.') },
});

export const rfidRoutes = newResource()
  .openapi(list, async (c) => {
    const { allSources } = c.req.valid('query');
    return c.json(await listRfids(c.get('call'), c.req.valid('param').accountId, allSources), 200);
  })
  .openapi(add, async (c) =>
    c.json(await addRfid(c.get('call'), c.req.valid('param').accountId, c.req.valid('json')), 200),
  )
  .openapi(replace, async (c) => {
    await replaceRfids(c.get('call'), c.req.valid('param').accountId, c.req.valid('json').rfids);
    return c.body(null, 204);
  })
  .openapi(remove, async (c) => {
    const { accountId, rfid } = c.req.valid('param');
    await removeRfid(c.get('call'), accountId, rfid, c.req.valid('query').tagFormat);
    return c.body(null, 204);
  });
