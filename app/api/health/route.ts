import { sql } from 'drizzle-orm';
import { runningDesk } from '#lib/desk/desk.ts';

export const dynamic = 'force-dynamic';

const headers = { 'cache-control': 'no-store' };

/** For a load balancer: whether this process serves, and reaches its database. */
export async function GET(): Promise<Response> {
  try {
    await runningDesk().db.execute(sql`select 1`);
    return Response.json({ status: 'ok' }, { headers });
  } catch {
    return Response.json({ status: 'unavailable' }, { status: 503, headers });
  }
}
