import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { permissions } from '#contracts/v2/operations.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { renewAccessToken } from '#platform/services/access-tokens/renew.ts';
import { computeAnalytics } from '#platform/services/analytics/compute.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { generateDemoChain } from '#platform/simulator/demo-chain.ts';
import { demoChain, demoGyms } from '#platform/simulator/demo-gyms.ts';
import type { DemoMember } from '#platform/simulator/demo-member.ts';
import { simulateTraining } from '#platform/simulator/simulate-training.ts';
import { seededAt, seededDemo } from '#platform/simulator/testing/demo-database.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { driveExport } from '#platform/testing/recorded/drive-export.ts';
import { driveV1 } from '#platform/testing/recorded/drive-v1.ts';
import { driveV2 } from '#platform/testing/recorded/drive-v2.ts';
import { openRecorder } from '#platform/testing/recorded/recorder.ts';

// A change of an answer that is meant is recorded by:
//   npx vitest run --project database platform/http/recorded-answers -u
const platform = startTestPlatform({ now: seededAt.toISOString(), data: seededDemo });
const { chainId } = demoChain;
const { gymId } = demoGyms.west;
const { members } = generateDemoChain({ seed: 1, now: seededAt });

/** Members of each kind that the interfaces tell apart. */
const kinds: ((member: DemoMember) => unknown)[] = [
  ({ membershipType }) => membershipType === 'PREMIUM',
  ({ membershipType }) => membershipType === 'PROSPECT',
  ({ membershipType }) => membershipType === 'CORPORATE_FITNESS',
  ({ gym }) => gym === 'ost',
  ({ trainer }) => trainer,
  ({ pass }) => pass,
  ({ cards }) => cards.length > 1,
  ({ contact }) => !contact,
  ({ sharesData }) => !sharesData,
  ({ referringMemberId }) => referringMemberId,
];
const chosen = [...new Set(kinds.map((isOfKind) => members.find(isOfKind)))].filter((member) => member !== undefined);

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`#platform/testing/recorded/answers-${name}.txt`));

const credentials: { apiKey: string; accessToken: string; legacyGymId: number } = {} as never;

beforeAll(async () => {
  const database = openOperatorDatabase({ url: platform.url });
  const clock = () => platform.time.now;
  const amount = { members: 80, days: 21, seed: 1 };
  await simulateTraining({ database, clock, ids: randomIds }, { gymId, ...amount });
  await database.transaction((sql) => computeAnalytics(sql, { chainId, gymId }, clock()));
  await database.close();
  await platform.operate(async (operator) => {
    const { apiKey } = await createApiKey(operator, { chainId, gymId, permissions: [...permissions] });
    Object.assign(credentials, { apiKey, ...(await renewAccessToken(operator, { chainId, gymId })) });
  });
});

test('300 requests to the three interfaces are answered byte for byte as recorded', async () => {
  const { apiKey, accessToken, legacyGymId } = credentials;
  const dataExport = openRecorder(platform, { 'x-api-key': apiKey });
  const v1 = openRecorder(platform, { 'x-access-token': accessToken });
  const v2 = openRecorder(platform, { 'x-api-key': apiKey });
  await driveExport(dataExport.ask);
  await driveV1(v1.ask, chosen, legacyGymId);
  await driveV2(v2.ask, chosen);
  expect(dataExport.count() + v1.count() + v2.count()).toBeGreaterThanOrEqual(300);
  await expect.soft(dataExport.text()).toMatchFileSnapshot(fileOf('export'));
  await expect.soft(v1.text()).toMatchFileSnapshot(fileOf('v1'));
  await expect.soft(v2.text()).toMatchFileSnapshot(fileOf('v2'));
});
