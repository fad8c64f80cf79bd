import { z } from '@hono/zod-openapi';
import {
  accountPage,
  corporateFitnessQuery,
  deleteAccountQuery,
  listAccountsQuery,
  memberAccount,
  memberAccountRequest,
  patchMemberAccountRequest,
} from '#contracts/v2/accounts.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { createAccount } from '#platform/services/accounts/create.ts';
import { endMembership } from '#platform/services/accounts/end-membership.ts';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { listAccounts } from '#platform/services/accounts/list.ts';
import { listCorporateMembers } from '#platform/services/accounts/list-corporate.ts';
import { patchAccount } from '#platform/services/accounts/patch.ts';
import { replaceAccount } from '#platform/services/accounts/replace.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { toMemberAccount } from '#platform/services/members/member.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const wrongTans = {
  429: 'with `Retry-After` and the entity `TAN`: too many verification TANs of the gym or its chain were wrong',
};

const list = operationRoute('listAccounts', {
  tag: 'accounts',
  summary: 'List members',
  description:
    'Members of the gym, or of the whole chain, newest change first. Whoever is changed meanwhile moves to the first page, and who is erased moves all that follow by one place. To read all, let the pages overlap, and ask once more after the last one with a `fromTimestamp` of some minutes before the `Date` of the first answer.',
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
  causes: wrongTans,
});

const retrieve = operationRoute('retrieveAccount', {
  tag: 'accounts',
  summary: 'Retrieve a member',
  request: { params: accountIdParameter },
  responses: { 200: answer('The member.', memberAccount) },
});

const replace = operationRoute('updateAccount', {
  tag: 'accounts',
  summary: 'Replace what is known of a member',
  description: 'Optional fields that are left out are cleared.',
  request: { params: accountIdParameter, body: jsonBody(memberAccountRequest) },
  responses: { 200: answer('The member as it is now.', memberAccount) },
  causes: wrongTans,
});

const patch = operationRoute('partialUpdate', {
  tag: 'accounts',
  summary: 'Change some of what is known of a member',
  description: 'Fields that are left out or null stay as they are, so that nothing can be cleared this way.',
  request: { params: accountIdParameter, body: jsonBody(patchMemberAccountRequest) },
  responses: { 204: noContent('The member is changed.') },
});

const remove = operationRoute('eraseAccountMembershipData', {
  tag: 'accounts',
  summary: 'Delete a membership, or everything about a member',
  description:
    'Deletes membership id and contract. With `eraseMemberData=true` also the person: profile, cards, passes, picture, bookings, visits and tasks about them.',
  request: { params: accountIdParameter, query: deleteAccountQuery },
  responses: { 204: noContent('It is deleted.') },
});

const listCorporate = operationRoute('getCorporateFitnessMemberAccounts', {
  tag: 'accounts',
  summary: 'List corporate members by the end of their entitlement',
  description: 'Both days are included and count where the gym is.',
  request: { query: corporateFitnessQuery },
  responses: { 200: answer('Members of type `CORPORATE_FITNESS` of the gym.', z.array(memberAccount)) },
});

export const accountRoutes = newResource()
  .openapi(listCorporate, async (c) => c.json(await listCorporateMembers(c.get('call'), c.req.valid('query')), 200))
  .openapi(list, async (c) => {
    const ends = c.get('pageEndsOf')(c.get('key').keyId);
    return c.json(await listAccounts(c.get('call'), c.req.valid('query'), ends), 200);
  })
  .openapi(create, async (c) => c.json(await createAccount(c.get('call'), c.req.valid('json')), 201))
  .openapi(retrieve, async (c) => {
    const call = c.get('call');
    const member = await requireMember(call, { by: 'accountId', ...c.req.valid('param') });
    return c.json(toMemberAccount(member, call.clock()), 200);
  })
  .openapi(replace, async (c) =>
    c.json(await replaceAccount(c.get('call'), c.req.valid('param').accountId, c.req.valid('json')), 200),
  )
  .openapi(patch, async (c) => {
    await patchAccount(c.get('call'), c.req.valid('param').accountId, c.req.valid('json'));
    return c.body(null, 204);
  })
  .openapi(remove, async (c) => {
    const end = c.req.valid('query').eraseMemberData ? eraseMember : endMembership;
    await end(c.get('call'), c.req.valid('param').accountId);
    return c.body(null, 204);
  });
