import { eq } from 'drizzle-orm';
import { type Gym, gyms } from '#platform/db/schema/chains.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { isUuid } from '#platform/services/uuid.ts';

/** The gym that an operator's command names. */
export async function requireGym({ sql }: Operator, gymId: string): Promise<Gym> {
  const [gym] = isUuid(gymId) ? await sql.select().from(gyms).where(eq(gyms.gymId, gymId)) : [];
  if (!gym) throw new OperatorMistake(`There is no gym ${gymId}: \`list-gyms\` shows those there are.`);
  return gym;
}
