import { runningDesk } from '#lib/server/base/desk-context.ts';

export const dynamic = 'force-dynamic';

/** What the desk's clock reads, for pages to compare their own with. The built desk answers it at its door. */
export const GET = (): Response =>
  Response.json({ now: runningDesk().clock() }, { headers: { 'cache-control': 'no-store' } });
