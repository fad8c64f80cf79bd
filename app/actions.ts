'use server';

import { z } from 'zod';
import { runAction, runPersonalAction } from '#lib/server/actions/run-action.ts';
import { cardNumberOf } from '#lib/server/auth/badge/card-of-badge.ts';
import { findBadge } from '#lib/server/auth/badge/find-badge.ts';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import { keepInBrowser } from '#lib/server/auth/browser/keep-in-browser.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { localeCookie, locales } from '#lib/wire/i18n/locale.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import { type Theme, themeCookie, themes } from '#lib/wire/theme.ts';

export async function setLocale(input: { locale: (typeof locales)[number] }): Promise<ActionResult<null>> {
  const schema = z.object({ locale: z.enum(locales) });
  return runPersonalAction({ permission: 'readFloor', input: schema }, input, async (_context, { locale }) => {
    await keepInBrowser(localeCookie, locale);
    return null;
  });
}

/** Keeps the look of this browser. */
export async function setTheme(input: { theme: Theme }): Promise<ActionResult<null>> {
  const schema = z.object({ theme: z.enum(themes) });
  return runPersonalAction({ permission: 'readFloor', input: schema }, input, async (_context, { theme }) => {
    await keepInBrowser(themeCookie, theme);
    return null;
  });
}

/** Ends all sessions of whom this screen is, this one too. */
export async function signOutEverywhere(input: { locationId: string; staffId: string }): Promise<ActionResult<null>> {
  const schema = z.object({ locationId: z.uuid(), staffId: z.uuid() });
  return runAction({ permission: 'readFloor', input: schema }, input, async ({ desk, actor, staff }, { staffId }) => {
    // a screen may be shown another person's name for a moment more
    if (staffId !== staff.id) throw new ActionFailure('notAllowed', 'Somebody else is signed in by now.');
    const clientAddress = await readClientAddress();
    await desk.db.transaction(async (tx) => {
      await endAllSessions(tx, staffId);
      const entry = { locationId: actor.location.id, staffId, clientAddress };
      await writeAudit(tx, desk, { ...entry, action: 'signOutEverywhere' });
    });
    return null;
  });
}

/** Whether a card is the badge of somebody who may take over this screen. Says nothing of a member's card. */
export async function isBadge(input: ReadCard & { locationId: string }): Promise<ActionResult<boolean>> {
  const schema = z.object({
    card: z.string().min(1).max(1024),
    source: z.enum(['scan', 'typed']),
    locationId: z.uuid(),
  });
  return runAction({ permission: 'readFloor', input: schema }, input, async ({ desk, actor }, card) => {
    const number = cardNumberOf(card, actor.location.readerProfile);
    return number !== null && (await findBadge(desk, actor.location.id, number)) === 'valid';
  });
}
