import type { Gym, PlatformUnderTest } from '#scripts/conformance/platform-under-test.ts';
import { memberNamed } from './member-named.ts';

/** More workouts than a page holds, their metrics, and a member who shares none of it. */
export async function prepareTraining({ gymId, apiKey }: Gym, platform: PlatformUnderTest): Promise<void> {
  await platform.admin('simulate-training', '--gym', gymId, '--members', '60', '--days', '30');
  await platform.admin('compute-analytics', '--gym', gymId);
  const published = await fetch(`${platform.url}/api/v2/accounts`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(memberNamed(`silent-${gymId}`)),
  });
  const { accountId } = (await published.json()) as { accountId: string }; // safe because: the traffic of version 2 judges it
  await platform.admin('opt-out', '--gym', gymId, '--account', accountId);
}
