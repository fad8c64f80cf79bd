'use server';

import { action } from '#lib/server/actions/action.ts';
import { createMember as create } from '#lib/server/members/create/create-member.ts';
import { findByEmail } from '#lib/server/members/create/existing.ts';
import { newEmailInput, newMemberInput } from '#lib/wire/new-member.ts';

/** Looks up whether an e-mail address belongs to a member already. */
export const lookUpEmail = action('editMembers', newEmailInput, findByEmail);

export const createMember = action('editMembers', newMemberInput, create);
