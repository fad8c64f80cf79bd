import type { Stage } from './stage.ts';

/** Creates a member known to version 1 only. @returns their id in version 1 */
export async function publishThroughV1(
  { gym, platform }: Pick<Stage, 'gym' | 'platform'>,
  name: string,
): Promise<string> {
  const published = await fetch(`${platform.url}/v1/user/publish?gymId=${gym.legacyGymId}`, {
    method: 'POST',
    headers: { 'x-access-token': gym.accessToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      eMail: `${name}@example.org`,
      membershipId: `M-${name}`,
      firstName: name,
      lastName: 'Vogt',
      gender: 'MALE',
      rfidList: [],
    }),
  });
  const { userId } = (await published.json()) as { userId: string }; // safe because: the traffic of version 1 judges it
  return userId;
}
