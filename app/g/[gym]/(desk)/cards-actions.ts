'use server';

import { action } from '#lib/server/actions/action.ts';
import { assignCard as assign } from '#lib/server/cards/assign-card.ts';
import { removePass as remove } from '#lib/server/cards/remove-pass.ts';
import { replaceCard as replace } from '#lib/server/cards/replace-card.ts';
import { assignCardInput, removePassInput, replaceCardInput } from '#lib/wire/cards.ts';

export const assignCard = action('editMembers', assignCardInput, assign);

export const replaceCard = action('editMembers', replaceCardInput, replace);

export const removePass = action('editMembers', removePassInput, remove);
