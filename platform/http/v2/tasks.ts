import { z } from '@hono/zod-openapi';
import { listTasksQuery, task, taskList, taskRequest } from '#contracts/v2/tasks.ts';
import { numberParameter } from '#platform/http/number-parameter.ts';
import { answer, jsonBody, newResource } from '#platform/http/resource.ts';
import { createTask } from '#platform/services/tasks/create.ts';
import { getTask } from '#platform/services/tasks/get.ts';
import { listTasks } from '#platform/services/tasks/list.ts';
import { toTask } from '#platform/services/tasks/task.ts';
import { replaceTask } from '#platform/services/tasks/update.ts';
import { operationRoute } from './operation.ts';

const taskIdParameter = z.object({ taskId: numberParameter('The task.', 5121) });

const list = operationRoute('getTasks', {
  tag: 'tasks',
  summary: 'List the tasks of the gym',
  description: 'Newest change first. `modifiedSince` is itself included; a day begins at midnight in the club.',
  request: { query: listTasksQuery },
  responses: { 200: answer('The tasks.', taskList) },
});

const create = operationRoute('createTask', {
  tag: 'tasks',
  summary: 'Set a task',
  description: 'The accounts it names must be of the chain. It stays open until somebody completes it.',
  request: { body: jsonBody(taskRequest) },
  responses: { 201: answer('The new task.', task) },
});

const retrieve = operationRoute('getTask', {
  tag: 'tasks',
  summary: 'Retrieve a task',
  request: { params: taskIdParameter },
  responses: { 200: answer('The task.', task) },
});

const update = operationRoute('updateTask', {
  tag: 'tasks',
  summary: 'Replace a task',
  description:
    'Takes the whole task. `completed: true` completes it, by the author where no completer is named; `false` reopens it.',
  request: { params: taskIdParameter, body: jsonBody(taskRequest) },
  responses: { 200: answer('The task as it is now.', task) },
});

export const taskRoutes = newResource()
  .openapi(list, async (c) => {
    const tasks = await listTasks(c.get('call'), c.req.valid('query').modifiedSince);
    return c.json(tasks.map(toTask), 200);
  })
  .openapi(create, async (c) => c.json(toTask(await createTask(c.get('call'), c.req.valid('json'))), 201))
  .openapi(retrieve, async (c) => c.json(toTask(await getTask(c.get('call'), c.req.valid('param').taskId)), 200))
  .openapi(update, async (c) =>
    c.json(toTask(await replaceTask(c.get('call'), c.req.valid('param').taskId, c.req.valid('json'))), 200),
  );
