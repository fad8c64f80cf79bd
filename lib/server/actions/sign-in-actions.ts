import 'server-only';
import { z } from 'zod';
import { cardInput, isBadge } from '#lib/server/auth/badge/is-badge.ts';
import { takesBadges } from '#lib/server/auth/badge/takes-badges.ts';
import { askAtSignIn } from '#lib/server/auth/passkeys/sign-in-by-passkey.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { runAction, runPublicAction } from './run-action.ts';

const nothing = z.object({});

/** Whether a card is the badge of a colleague who may sign in at this screen. Reveals nothing about members' cards. */
export const checkBadge = (readInput: () => Promise<unknown>): Promise<ActionResult<boolean>> =>
  runAction({ permission: 'readFloor', input: cardInput }, readInput, isBadge);

/** The question for a passkey at the sign-in, the same for everybody. */
export const askForPasskey = (): Promise<ActionResult<PasskeyQuestion>> => runPublicAction(nothing, {}, askAtSignIn);

/** Whether a badge can sign in at this browser, as the sign-in page shows to everybody. */
export const checkTakesBadges = (): Promise<ActionResult<boolean>> => runPublicAction(nothing, {}, takesBadges);
