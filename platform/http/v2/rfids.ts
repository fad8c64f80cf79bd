import { listRfidsQuery, rfid, rfidList, rfidRequest } from '#contracts/v2/rfids.ts';
import { addRfid } from '#platform/services/rfids/add.ts';
import { listRfids } from '#platform/services/rfids/list.ts';
import { answer, jsonBody, newResource, operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

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

export const rfidRoutes = newResource()
  .openapi(list, async (c) => {
    const { allSources } = c.req.valid('query');
    return c.json(await listRfids(c.get('call'), c.req.valid('param').accountId, allSources), 200);
  })
  .openapi(add, async (c) =>
    c.json(await addRfid(c.get('call'), c.req.valid('param').accountId, c.req.valid('json')), 200),
  );
