import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { cards, members } from '#lib/db/schema/directory.ts';
import { forgetCard } from '#lib/desk/directory/directory.ts';

/** Remembers whose a card is from now on. A member whom the directory does not have yet comes into it with the first scan. */
export async function rememberCard(
  db: Queryable,
  locationId: string,
  accountId: string,
  card: { kind: 'rfid' | 'nfc'; value: string },
  at: Date,
): Promise<void> {
  const [member] = await db
    .select({ accountId: members.accountId })
    .from(members)
    .where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)))
    .for('key share');
  if (!member) return forgetCard(db, locationId, card);
  await db
    .insert(cards)
    .values({ locationId, kind: card.kind, value: card.value, accountId, syncedAt: at })
    .onConflictDoUpdate({
      target: [cards.locationId, cards.kind, cards.value],
      set: { accountId, syncedAt: at },
    });
}
