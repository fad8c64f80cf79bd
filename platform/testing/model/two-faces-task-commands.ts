import fc from 'fast-check';
import { expect } from 'vitest';
import { command, personAt, place } from './two-faces-command.ts';
import { compareTasks, isTaskInVersion2, outcome } from './two-faces-comparison.ts';
import { inVersion2, type Person, type Task, type TwoFacedChain } from './two-faces-model.ts';

const dueDate = '2027-01-31';

/** Whether a task may name the person: a former member is still known. */
const isKnownToV2 = (person: Person) => inVersion2(person) !== 'ACCOUNT';
const isKnown = ({ isErased }: Person) => !isErased;

const setTask = (author: number, target: number, name: string) =>
  command(`setTask(${name} by ${author} about ${target})`, async (chain, { gym }) => {
    const people = { author: personAt(chain, author), target: personAt(chain, target) };
    const { author: by, target: about } = people;
    const body = { name, dueDate, authorId: by.accountId, targetId: about.accountId };
    const answer = await gym.ask('createTask', { body });
    const isTaken = isKnownToV2(by) && isKnownToV2(about);
    expect(outcome(answer)).toBe(isTaken ? 201 : 'ACCOUNT');
    if (isTaken) addTask(chain, Number(answer.body.id), name, people);
    return undefined;
  });

const setTaskV1 = (author: number, target: number, taskName: string) =>
  command(`setTaskV1(${taskName} by ${author} about ${target})`, async (chain, { gym }) => {
    const people = { author: personAt(chain, author), target: personAt(chain, target) };
    const { author: by, target: about } = people;
    const body = { taskName, dueDate, author: { userId: by.userId }, target: nameInV1(about) };
    const answer = await gym.askV1('createTask', { body });
    const isTaken = isKnown(by) && isKnown(about);
    expect(answer.status).toBe(isTaken ? 200 : 404);
    if (isTaken) addTask(chain, answer.body.taskId, taskName, people);
    return undefined;
  });

const nameInV1 = ({ userId, membership }: Person) => (membership ? { membershipId: membership.id } : { userId });

function addTask(chain: TwoFacedChain, taskId: number, name: string, people: Pick<Task, 'author' | 'target'>): void {
  chain.tasks.push({ taskId, name, ...people, completer: undefined, isCompleted: false });
}

/** A task that exists or existed; without one, a task that was never created. */
const taskAt = ({ tasks }: TwoFacedChain, index: number): Task | undefined => tasks[index % Math.max(tasks.length, 1)];
const unknownTaskId = 4_000_000_000_000;

const replaceTask = (index: number, author: number, name: string, completed: boolean) =>
  command(`replaceTask(${index}: ${name} by ${author}, ${completed})`, async (chain, { gym }) => {
    const task = taskAt(chain, index);
    const by = personAt(chain, author);
    const target = task?.target ?? by;
    const body = { name, dueDate, completed, authorId: by.accountId, targetId: target.accountId };
    const answer = await gym.ask('updateTask', { path: { taskId: task?.taskId ?? unknownTaskId }, body });
    if (!task || !isTaskInVersion2(task)) return void expect(outcome(answer)).toBe('TASK');
    expect(outcome(answer)).toBe(isKnownToV2(by) ? 200 : 'ACCOUNT');
    if (answer.status !== 200) return undefined;
    Object.assign(task, { name, author: by, isCompleted: completed });
    task.completer = completed ? (task.completer ?? by) : undefined;
    return undefined;
  });

const completeV1 = (index: number, completed: boolean) =>
  command(`completeV1(${index}, ${completed})`, async (chain, { gym }) => {
    const task = taskAt(chain, index);
    const path = { taskId: task?.taskId ?? unknownTaskId };
    const answer = await gym.askV1('updateTask', { path, body: { completed } });
    expect(answer.status).toBe(task ? 200 : 404);
    if (!task) return undefined;
    task.completer = completed ? (task.completer ?? task.author) : undefined;
    task.isCompleted = completed;
    return undefined;
  });

const lookAtTasks = () =>
  command('lookAtTasks', async (chain, { gym }) => {
    await compareTasks(chain, gym);
    return undefined;
  });

const name = fc.constantFrom('Explain the leg press', 'Call back');

export const taskCommands = [
  fc.tuple(place, place, name).map((one) => setTask(...one)),
  fc.tuple(place, place, name).map((one) => setTaskV1(...one)),
  fc.tuple(place, place, name, fc.boolean()).map((one) => replaceTask(...one)),
  fc.tuple(place, fc.boolean()).map((one) => completeV1(...one)),
  fc.constant(lookAtTasks()),
];
