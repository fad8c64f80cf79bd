import { accountPage, listAccountsQuery, memberAccount, memberAccountRequest } from '#contracts/v2/accounts.ts';
import { createAccount } from '#platform/services/accounts/create.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import { listAccounts } from '#platform/services/accounts/list.ts';
import { toMemberAccount } from '#platform/services/accounts/member.ts';
import { answer, jsonBody, newResource, operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const list = operationRoute('listAccounts', {
  tag: 'accounts',
  summary: 'List members',
  description: 'Members of the gym, or of the whole chain, newest change first.',
  request: { query: listAccountsQuery },
  responses: { 200: answer('A page of members.', accountPage) },
});

const create = operationRoute('publishAccount', {
  tag: 'accounts',
  summary: 'Create a member',
  description:
    'Makes a person a member of the gym. Someone the platform knows already, by e-mail address and name, keeps their account.',
  request: { body: jsonBody(memberAccountRequest) },
  responses: { 201: answer('The new member.', memberAccount) },
});

const retrieve = operationRoute('retrieveAccount', {
  tag: 'accounts',
  summary: 'Retrieve a member',
  request: { params: accountIdParameter },
  responses: { 200: answer('The member.', memberAccount) },
});

export const accountRoutes = newResource()
  .openapi(list, async (c) => c.json(await listAccounts(c.get('call'), c.req.valid('query')), 200))
  .openapi(create, async (c) => c.json(await createAccount(c.get('call'), c.req.valid('json')), 201))
  .openapi(retrieve, async (c) => {
    const call = c.get('call');
    const member = await findKnownMember(call, { by: 'accountId', ...c.req.valid('param') });
    return c.json(toMemberAccount(member, call.clock()), 200);
  });
