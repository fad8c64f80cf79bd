import { eq } from 'drizzle-orm';
import { permissions } from '#contracts/v2/operations.ts';
import { chains, gyms } from '#platform/db/schema/chains.ts';
import { accessTokens } from '#platform/db/schema/keys.ts';
import { products } from '#platform/db/schema/products.ts';
import { mintAccessToken } from '#platform/services/access-tokens/access-token.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { findTimeZone, timeZoneUnknown } from '#shared/database/find-time-zone.ts';
import { type ProductLocale, productsOfNewGym } from './products-of-new-gym.ts';

export interface NewGym {
  name: string;
  timeZone: string;
  /** If absent, the gym gets a chain of its own. */
  chainId?: string;
  isInCorporateNetwork?: boolean;
  takesPartInPlus1?: boolean;
  /** Language of the titles and descriptions of its products; English if absent. */
  locale?: ProductLocale;
}

export interface CreatedGym {
  chainId: string;
  gymId: string;
  legacyGymId: number;
  /** As stored: another name of the requested one where the database does not know that. */
  timeZone: string;
  /** Shown once: only hashes of both credentials are stored. */
  apiKey: string;
  accessToken: string;
}

/**
 * Creates a gym with its credentials and the two products that every gym has.
 * @throws OperatorMistake for a chain that does not exist, and for a time zone that the database knows by no name
 */
export async function createGym(operator: Operator, gym: NewGym): Promise<CreatedGym> {
  const { sql, clock, realClock = clock, ids } = operator;
  const timeZone = await findTimeZone(sql, gym.timeZone);
  if (timeZone === null) throw new OperatorMistake(timeZoneUnknown('The time zone', gym.timeZone));
  const chainId = gym.chainId ? await requireChain(operator, gym.chainId) : await createChain(operator, gym.name);
  const gymId = ids.uuid();
  const createdAt = clock();
  const [created] = await sql
    .insert(gyms)
    .values({
      chainId,
      gymId,
      name: gym.name,
      timeZone,
      isInCorporateNetwork: gym.isInCorporateNetwork,
      takesPartInPlus1: gym.takesPartInPlus1,
      createdAt,
    })
    .returning({ legacyGymId: gyms.legacyGymId });
  if (!created) throw new Error('The gym was not inserted.');
  const { legacyGymId } = created;

  await sql
    .insert(products)
    .values(productsOfNewGym(gym.locale ?? 'en').map((product) => ({ chainId, gymId, ...product })));
  const accessToken = mintAccessToken(ids);
  const token = { tokenHash: sha256(accessToken), createdAt: realClock() };
  await sql.insert(accessTokens).values({ legacyGymId, chainId, gymId, ...token });
  const { apiKey } = await createApiKey(operator, { chainId, gymId, permissions: [...permissions] });
  return { chainId, gymId, legacyGymId, timeZone, apiKey, accessToken };
}

async function createChain({ sql, clock, ids }: Operator, name: string): Promise<string> {
  const chainId = ids.uuid();
  await sql.insert(chains).values({ chainId, name, createdAt: clock() });
  return chainId;
}

async function requireChain({ sql }: Operator, chainId: string): Promise<string> {
  const [found] = isUuid(chainId) ? await sql.select().from(chains).where(eq(chains.chainId, chainId)) : [];
  if (!found) throw new OperatorMistake(`There is no chain ${chainId}.`);
  return found.chainId;
}
