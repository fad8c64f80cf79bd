import { z } from '@hono/zod-openapi';
import { idInPath } from '#contracts/v1/primitives.ts';
import { createdTask, listTasksQuery, task, taskChanges, taskList, taskRequest } from '#contracts/v1/tasks.ts';
import { answer, jsonBody, newResource } from '#platform/http/resource.ts';
import { createTask } from '#platform/services/tasks/create.ts';
import { getTask } from '#platform/services/tasks/get.ts';
import { listOpenTasks, listTasks } from '#platform/services/tasks/list.ts';
import { updateTask } from '#platform/services/tasks/update.ts';
import { gymIdQuery, operationRoute } from './operation.ts';
import { readTask, readTaskChanges, toTask } from './task-words.ts';

const whom =
  'Each of them is named by `userId` or `membershipId`; where both are sent, they must be of the same person.';
const taskIdParameter = z.object({ taskId: idInPath.meta({ description: 'Number of the task.', example: 17 }) });

const list = operationRoute('listTasks', {
  tag: 'task',
  summary: 'List the tasks of the gym',
  description: 'Those that are open, newest change first. With `modified-since`, all that were changed since.',
  request: { query: gymIdQuery.extend(listTasksQuery.shape) },
  responses: { 200: answer('The tasks.', taskList) },
});

const create = operationRoute('createTask', {
  tag: 'task',
  summary: 'Set a task',
  description: `It stays open until somebody completes it. Author, target and completer must be known to the chain. ${whom}`,
  request: { query: gymIdQuery, body: jsonBody(taskRequest) },
  responses: { 200: answer('The number of the task.', createdTask) },
});

const retrieve = operationRoute('getTask', {
  tag: 'task',
  summary: 'Retrieve a task',
  request: { params: taskIdParameter, query: gymIdQuery },
  responses: { 200: answer('The task.', task) },
});

const update = operationRoute('updateTask', {
  tag: 'task',
  summary: 'Change a task',
  description: `What is left out stays as it was. \`completed: true\` alone completes it, by its author where no completer is named; \`false\` reopens it. ${whom}`,
  request: { params: taskIdParameter, query: gymIdQuery, body: jsonBody(taskChanges) },
  responses: { 200: answer('The task as it is now.', task) },
});

export const taskRoutes = newResource()
  .openapi(list, async (c) => {
    const { 'modified-since': since } = c.req.valid('query');
    const tasks = await (since === undefined ? listOpenTasks(c.get('call')) : listTasks(c.get('call'), since));
    return c.json(tasks.map(toTask), 200);
  })
  .openapi(create, async (c) => {
    const request = await readTask(c.get('call'), c.req.valid('json'));
    const { taskId } = await createTask(c.get('call'), request);
    return c.json({ taskId }, 200);
  })
  .openapi(retrieve, async (c) => c.json(toTask(await getTask(c.get('call'), c.req.valid('param').taskId)), 200))
  .openapi(update, async (c) => {
    const changes = await readTaskChanges(c.get('call'), c.req.valid('json'));
    return c.json(toTask(await updateTask(c.get('call'), c.req.valid('param').taskId, changes)), 200);
  });
