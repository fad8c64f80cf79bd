'use server';

import { runAction } from '#lib/server/actions/run-action.ts';
import { writeNote as write } from '#lib/server/members/notes.ts';
import { removeMember as remove } from '#lib/server/members/remove-member.ts';
import { changeRole as change, type RoleInput, roleInput } from '#lib/server/members/roles.ts';
import { saveMember as save } from '#lib/server/members/save-member.ts';
import { sendMessage as send } from '#lib/server/members/send-message.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type EditInput,
  type EditOutcome,
  editInput,
  type MessageInput,
  type MessageOutcome,
  messageInput,
  type RemoveInput,
  type RemoveOutcome,
  removeInput,
} from '#lib/wire/members.ts';
import { type NoteInput, type NoteOutcome, noteInput } from '#lib/wire/notes.ts';

export async function saveMember(input: EditInput): Promise<ActionResult<EditOutcome>> {
  return runAction({ permission: 'editMembers', input: editInput }, input, ({ desk, actor }, edit) =>
    save(desk, actor, edit),
  );
}

export async function changeRole(input: RoleInput): Promise<ActionResult<null>> {
  return runAction({ permission: 'manageRoles', input: roleInput }, input, ({ desk, actor }, role) =>
    change(desk, actor, role),
  );
}

export async function sendMessage(input: MessageInput): Promise<ActionResult<MessageOutcome>> {
  return runAction({ permission: 'editMembers', input: messageInput }, input, ({ desk, actor }, message) =>
    send(desk, actor, message),
  );
}

export async function writeNote(input: NoteInput): Promise<ActionResult<NoteOutcome>> {
  return runAction({ permission: 'editMembers', input: noteInput }, input, ({ desk, actor }, note) =>
    write(desk, actor, note),
  );
}

export async function removeMember(input: RemoveInput): Promise<ActionResult<RemoveOutcome>> {
  return runAction({ permission: 'deleteMembers', input: removeInput }, input, ({ desk, actor }, member) =>
    remove(desk, actor, member),
  );
}
