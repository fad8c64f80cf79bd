import {
  memberInformation,
  type ProfileQuery,
  profileQuery,
  publishedUser,
  publishRequest,
} from '#contracts/v1/members.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { answer, jsonBody, newResource } from '#platform/http/resource.ts';
import { getProfile } from '#platform/services/accounts/profile.ts';
import type { MemberKey } from '#platform/services/members/find.ts';
import { publishMember } from '#platform/services/publishing/publish.ts';
import { memberKeysOf } from './member-keys.ts';
import { gymIdQuery, operationRoute } from './operation.ts';

const publish = operationRoute('publishUser', {
  tag: 'user',
  summary: 'Create or update a member',
  description:
    'Finds the member by `userId`, else by `membershipId`, else by `eMail`, and makes one where there is none; the first time `membershipId`, `firstName`, `lastName` and `gender` are needed too. What is left out stays as it was. Two keys that lead to different people, or one that leads to somebody of another name, are a conflict. The whole request may have 16 MB.',
  request: { query: gymIdQuery, body: jsonBody(publishRequest) },
  isLarge: true,
  responses: { 200: answer('The number of the user, to be sent from now on.', publishedUser) },
});

const profile = operationRoute('getProfile', {
  tag: 'user',
  summary: 'Find a member',
  description: 'By just one of `userId`, `rfid`, `email` and `membershipId`. What is not known is left out.',
  request: { query: gymIdQuery.extend(profileQuery.shape) },
  responses: { 200: answer('The member.', memberInformation) },
});

export const memberRoutes = newResource()
  .openapi(publish, async (c) => {
    const userId = await publishMember(c.get('call'), c.req.valid('json'));
    return c.json({ userId: String(userId) }, 200);
  })
  .openapi(profile, async (c) => c.json(await getProfile(c.get('call'), keyOf(c.req.valid('query'))), 200));

function keyOf({ rfid: rfidId, email: eMail, ...names }: ProfileQuery): MemberKey {
  const [key, second] = memberKeysOf({ ...names, rfidId, eMail });
  if (key && !second) return key;
  throw new PlatformError('invalidRequest', 'Just one of userId, rfid, email and membershipId must be given.');
}
