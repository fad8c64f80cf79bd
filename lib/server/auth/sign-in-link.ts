import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { signInLinks, staff } from '#lib/server/db/schema/staff.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { inLane } from './password/sign-in-lanes.ts';
import { auditSignIn } from './session/audit-sign-in.ts';
import type { SignInAnswer } from './session/sign-in-answer.ts';

const validMs = 3_600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const isValid = (token: string, now: number) =>
  and(eq(signInLinks.tokenHash, hashOf(token)), gt(signInLinks.expiresAt, new Date(now)));

/** Creates a link that signs a person in once within an hour, without a password. Revokes the person's earlier links. */
export async function createSignInLink(
  tx: Queryable,
  { clock, url }: Pick<DeskContext, 'clock' | 'url'>,
  staffId: string,
): Promise<{ url: string; expiresAt: Date }> {
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + validMs);
  await tx.delete(signInLinks).where(lt(signInLinks.expiresAt, new Date(now)));
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
  await tx.insert(signInLinks).values({ tokenHash: hashOf(token), staffId, expiresAt });
  return { url: `${url}/sign-in/link?token=${token}`, expiresAt };
}

/** @returns the name of the link's person; null where the link is not valid */
export async function findSignInLink(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  token: string,
): Promise<string | null> {
  const [link] = await db
    .select({ name: staff.name })
    .from(signInLinks)
    .innerJoin(staff, eq(staff.id, signInLinks.staffId))
    .where(and(isValid(token, clock()), isNull(staff.disabledAt)));
  return link?.name ?? null;
}

/** Signs in by a link and deletes it. The answer is `wrong` for a link that is unknown, used, expired or of a disabled person. */
export function signInByLink(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId'>,
  { token, browser }: { token: string; browser: Browser },
): Promise<SignInAnswer> {
  return inLane(browser, async () => {
    const used = await desk.db
      .delete(signInLinks)
      .where(isValid(token, desk.clock()))
      .returning({ staffId: signInLinks.staffId });
    const [link] = used;
    const [person] = link
      ? await desk.db
          .select()
          .from(staff)
          .where(and(eq(staff.id, link.staffId), isNull(staff.disabledAt)))
      : [];
    if (person) return { kind: 'signedIn', staff: person };
    await auditSignIn(desk.db, desk, {
      action: 'signInFailed',
      staffId: link?.staffId ?? null,
      means: 'link',
      browser,
    });
    return { kind: 'wrong' };
  });
}
