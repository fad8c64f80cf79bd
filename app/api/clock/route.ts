import { runningDesk } from '#lib/server/base/desk-context.ts';

export const dynamic = 'force-dynamic';

/** The time of the desk's clock, for pages to compare their own with. The built desk answers it before Next. */
export const GET = (): Response =>
  Response.json({ now: runningDesk().clock() }, { headers: { 'cache-control': 'no-store' } });
