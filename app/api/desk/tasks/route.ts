import { z } from 'zod';
import { answerActionError, answerRead } from '#lib/actions/answer-read.ts';
import { changeTask } from '#lib/actions/task-actions.ts';
import { readTasksOf } from '#lib/desk/tasks/read-tasks.ts';

const query = z.object({ accountId: z.string().min(1).max(100) });

export const GET = (request: Request): Promise<Response> =>
  answerRead('readMembers', ({ desk, at }) => {
    const { accountId } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
    return readTasksOf(desk.db, at, accountId, desk.clock());
  });

/**
 * A change of a task, sent until it was answered: a call that the page can abort, unlike a server action. A browser
 * sends the session cookie only from our own pages (SameSite), and JSON from elsewhere needs our consent.
 */
export async function POST(request: Request): Promise<Response> {
  const result = await changeTask(await request.json().catch(() => null));
  return result.ok
    ? Response.json(result, { headers: { 'cache-control': 'no-store' } })
    : answerActionError(result.error);
}
