import { z } from 'zod';
import { answerPost } from '#lib/actions/answer-post.ts';
import { answerRead } from '#lib/actions/answer-read.ts';
import { changeTask } from '#lib/actions/task-actions.ts';
import { readTasksOf } from '#lib/desk/tasks/read-tasks.ts';
import { readJsonBody } from '#lib/door/open-post.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';

const query = z.object({ accountId: accountIdInput });

export const GET = (request: Request): Promise<Response> =>
  answerRead(request, { permission: 'readMembers', input: query }, ({ desk, actor }, { accountId }) =>
    readTasksOf(desk.db, actor, accountId, desk.clock()),
  );

/** A change of a task, sent until it was answered. */
export const POST = (request: Request): Promise<Response> =>
  answerPost(request, { mediaType: 'application/json' }, () => changeTask(() => readJsonBody(request)));
