import 'server-only';
import { readBrowser } from '#lib/server/auth/browser/browser.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { hasBadges } from './has-badges.ts';

/** Whether a badge can sign in at this browser: some are given, and somebody has signed in here by password or passkey before. */
export async function takesBadges(desk: DeskContext): Promise<boolean> {
  const [areGiven, { device }] = await Promise.all([hasBadges(desk.db), readBrowser(desk)]);
  return areGiven && device !== null;
}
