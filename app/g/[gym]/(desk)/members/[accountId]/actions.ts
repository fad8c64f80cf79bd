'use server';

import { action } from '#lib/server/actions/action.ts';
import { writeNote as write } from '#lib/server/members/notes.ts';
import { removeMember as remove } from '#lib/server/members/remove-member.ts';
import { changeRole as change, roleInput } from '#lib/server/members/roles.ts';
import { saveMember as save } from '#lib/server/members/save-member.ts';
import { sendMessage as send } from '#lib/server/messages/send-message.ts';
import { editInput, messageInput, removeInput } from '#lib/wire/members.ts';
import { noteInput } from '#lib/wire/notes.ts';

export const saveMember = action('editMembers', editInput, save);

export const changeRole = action('manageRoles', roleInput, change);

export const sendMessage = action('editMembers', messageInput, send);

export const writeNote = action('editMembers', noteInput, write);

export const removeMember = action('deleteMembers', removeInput, remove);
