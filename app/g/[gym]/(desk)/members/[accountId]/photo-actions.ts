'use server';

import { action } from '#lib/server/actions/action.ts';
import { removePhoto as removeEverywhere } from '#lib/server/photos/photos.ts';
import { memberInput } from '#lib/wire/members.ts';

/** Deletes the photo of a member, here and at the platform. */
export const removePhoto = action('editMembers', memberInput, removeEverywhere);
