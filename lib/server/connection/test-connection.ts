import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { tryPermissions } from '#lib/server/gym-api/try-permissions.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { tryExport } from '#lib/server/gym-export/try-export.ts';
import { sendAlive, unansweredOf } from '#lib/server/gym-v1/send-alive.ts';
import { findLegacyCredentials } from '#lib/server/legacy-connectivity/send-due-alives.ts';
import type { ApiTest, ConnectionTest, ExportTest, LegacyTest } from '#lib/wire/connection.ts';
import { findGymOfKey, findHolderOfKey } from './find-gym-of-key.ts';
import { tryApi } from './try-api.ts';

/** Asks all interfaces of the location with the credentials in use, each independently of the others. */
export async function testConnection(context: StaffContext): Promise<ConnectionTest> {
  const [api, legacy, dataExport] = await Promise.all([testApi(context), testLegacy(context), testExport(context)]);
  return { at: new Date(context.desk.clock()).toISOString(), api, legacy, dataExport };
}

async function testApi(context: StaffContext): Promise<ApiTest> {
  const { desk, actor } = context;
  const { id: locationId, apiUrl: url, sealedApiKey } = actor.location;
  const gym = desk.gymClientOf(actor.location);
  const tried = await tryApi(gym);
  if (tried.kind !== 'accepted') return tried;
  const rateLeft = gym.readRateLeft()?.left ?? null;
  const key = unseal(desk, { sealed: sealedApiKey, locationId, field: 'apiKey' });
  const holder = await findHolderOfKey(context, { locationId, url, key });
  const [permissions, gymOfKey] = await Promise.all([tryPermissions(gym), findGymOfKey(context, { gym, url })]);
  return {
    kind: 'answered',
    tookMs: tried.tookMs,
    rateLeft,
    permissions,
    gym: holder ? { kind: 'otherGym', ...holder } : gymOfKey,
  };
}

async function testLegacy({ desk, actor }: StaffContext): Promise<LegacyTest | null> {
  const credentials = findLegacyCredentials(desk, actor.location);
  if (!credentials) return null;
  const begun = performance.now();
  const answer = await sendAlive(credentials, { timeoutMs: 8_000 });
  switch (answer.state) {
    case 'heard':
      return { kind: 'answered', tookMs: Math.round(performance.now() - begun) };
    case 'refused':
      return { kind: 'rejected' };
    case 'unreachable':
      return unansweredOf(answer);
  }
}

async function testExport({ desk, actor }: StaffContext): Promise<ExportTest | null> {
  const credentials = findExportCredentials(desk, actor.location);
  return credentials && tryExport(credentials);
}
