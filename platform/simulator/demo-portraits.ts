import { sql as statement } from 'drizzle-orm';
import sharp from 'sharp';
import type { OperatorDatabase, Sql } from '#platform/db/client.ts';
import { accountImages } from '#platform/db/schema/accounts.ts';
import { clubDay, midnightOf } from './calendar.ts';
import { demoCardHolders } from './demo-card-holders.ts';
import { demoChain } from './demo-gyms.ts';
import type { DemoPerson } from './demo-member.ts';
import { drawFace } from './drawn-face.ts';
import { createRandom } from './random.ts';

/** Twice the size at which a desk shows a picture. */
const edgePixels = 416;
/** Share of members without a picture, not counting holders of demo cards. */
const withoutPicture = 0.12;
const { chainId } = demoChain;

interface Sitter extends Pick<DemoPerson, 'gender' | 'dateOfBirth'> {
  accountId: string;
}

export interface DemoPortraits {
  /** JPEG, in base64. */
  portraits: { accountId: string; jpeg: string }[];
  /** Whether this is the last part. */
  isLast: boolean;
}

/**
 * Draws portraits for a part of the demo chain's members, and stores them like uploads of a gym. Order: holders of
 * demo cards, members who were there today, all others. Prospects and a share of the others get no picture.
 * @param part.from how many members of that order are skipped
 */
export async function drawDemoPortraits(
  database: OperatorDatabase,
  { from, count, now }: { from: number; count: number; now: Date },
): Promise<DemoPortraits> {
  const part = await database.transaction((sql) => findSitters(sql, now, from, count));
  const drawn: { accountId: string; content: Buffer }[] = [];
  // one after the other: the library keeps the memory of as many drawings as it has made at once
  for (const sitter of part.filter(hasPicture)) drawn.push(await drawSitter(sitter, now));
  await database.transaction((sql) => keepPictures(sql, drawn));
  const portraits = drawn.map(({ accountId, content }) => ({ accountId, jpeg: content.toString('base64') }));
  return { portraits, isLast: part.length < count };
}

const hasPicture = ({
  accountId,
  holdsDemoCard,
  isProspect,
}: Sitter & { holdsDemoCard: boolean; isProspect: boolean }) =>
  !isProspect && (holdsDemoCard || !createRandom(0, `picture of ${accountId}`).chance(withoutPicture));

async function drawSitter(sitter: Sitter, now: Date): Promise<{ accountId: string; content: Buffer }> {
  const drawing = Buffer.from(drawFace(sitter, now));
  const content = await sharp(drawing)
    .resize(edgePixels, edgePixels)
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { accountId: sitter.accountId, content };
}

async function findSitters(sql: Sql, now: Date, from: number, count: number) {
  const today = clubDay(now);
  const named = demoCardHolders(today).map(({ membershipId }) => membershipId);
  const { rows } = await sql.execute<{
    accountId: string;
    gender: DemoPerson['gender'];
    dateOfBirth: string;
    holdsDemoCard: boolean;
    isProspect: boolean;
  }>(statement`
    SELECT p.account_id AS "accountId", p.gender, p.date_of_birth AS "dateOfBirth", m.membership_id IN ${named} AS "holdsDemoCard",
      m.membership_type = 'PROSPECT' AS "isProspect"
    FROM memberships m JOIN chain_profiles p ON p.chain_id = m.chain_id AND p.account_id = m.account_id
    WHERE m.chain_id = ${chainId} AND m.is_known_to_v2 AND p.gender IS NOT NULL AND p.date_of_birth IS NOT NULL
    ORDER BY m.membership_id IN ${named} DESC,
      EXISTS (SELECT FROM visits v WHERE v.chain_id = m.chain_id AND v.account_id = m.account_id
        AND v.occurred_at >= ${midnightOf(today)}) DESC,
      m.membership_id
    OFFSET ${from} LIMIT ${count}`);
  return rows;
}

/** Skips members whom a visitor has erased or given a picture in the meantime. */
async function keepPictures(sql: Sql, drawn: { accountId: string; content: Buffer }[]): Promise<void> {
  for (const { accountId, content } of drawn) {
    await sql.execute(statement`
      INSERT INTO ${accountImages} (chain_id, account_id, media_type, content)
      SELECT chain_id, account_id, 'image/jpeg', ${content} FROM chain_profiles
      WHERE chain_id = ${chainId} AND account_id = ${accountId} FOR KEY SHARE
      ON CONFLICT DO NOTHING`);
  }
}
