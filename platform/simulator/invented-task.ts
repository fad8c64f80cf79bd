import { Temporal } from 'temporal-polyfill';
import type { TaskType } from '#contracts/v2/tasks.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { clubDay } from './calendar.ts';
import { type DemoGymKey, demoGymKeys } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { createRandom, type Random } from './random.ts';

export interface DemoTask {
  gym: DemoGymKey;
  name: string;
  type: TaskType;
  dueDate: string;
  authorId: string;
  targetId: string;
  createdAt: Date;
  /** Null while the task is open. */
  completed: { completerId: string; at: Date } | null;
}

const kinds: readonly (readonly [weight: number, kind: Pick<DemoTask, 'name' | 'type'>])[] = [
  [6, { type: 'GENERAL', name: 'Introduction to the machines' }],
  [3, { type: 'GENERAL', name: 'Talk about the training plan' }],
  [4, { type: 'ANAMNESIS', name: 'Health interview' }],
  [5, { type: 'MAX_FORCE_FITNESS_TEST', name: 'Strength test' }],
  [3, { type: 'MOBILITY_SCREEN_FITNESS_TEST', name: 'Mobility test' }],
  [3, { type: 'INBODY_FITNESS_TEST', name: 'Body analysis' }],
  [2, { type: 'HEALTH_FITNESS_TEST', name: 'Health check' }],
  [1, { type: 'BLOOD_PRESSURE_FITNESS_TEST', name: 'Blood pressure' }],
];

/** Number of tasks per gym, by the state of task and member. */
const counts: Readonly<Record<DemoGymKey, { openAndIn: number; openAndOut: number; completed: number }>> = {
  west: { openAndIn: 9, openAndOut: 40, completed: 90 },
  ost: { openAndIn: 3, openAndOut: 22, completed: 45 },
};

const ownStaff = 2;

/** Tasks by the trainers of each gym. Every holder of a demo card who trains regularly has an open one. */
export function inventTasks(
  seed: number,
  members: readonly DemoMember[],
  now: Date,
  membersIn: ReadonlySet<string>,
): DemoTask[] {
  return demoGymKeys.flatMap((gym) => {
    const random = createRandom(seed, `tasks ${gym}`);
    const ofGym = members.filter((member) => member.gym === gym);
    const trainers = ofGym.filter(({ trainer }) => trainer);
    // the first accounts belong to the demo's own staff, so that a visitor who signs in as one of them finds their
    // tasks
    const own = trainers
      .map(({ accountId }) => accountId)
      .sort()
      .slice(0, ownStaff);
    const authors = trainers.flatMap((trainer) =>
      own.includes(trainer.accountId) ? [trainer, trainer, trainer] : trainer,
    );
    const invented = ofGym.filter(
      ({ trainer, holdsDemoCard, visitsPerWeek }) => !trainer && !holdsDemoCard && visitsPerWeek > 0,
    );
    const { openAndIn, openAndOut, completed } = counts[gym];
    const open = [
      ...ofGym.filter(({ holdsDemoCard, visitsPerWeek }) => holdsDemoCard && visitsPerWeek > 1),
      ...random.sample(
        invented.filter(({ accountId }) => membersIn.has(accountId)),
        openAndIn,
      ),
      ...random.sample(
        invented.filter(({ accountId }) => !membersIn.has(accountId)),
        openAndOut,
      ),
    ];
    return [
      ...open.map((target) => openTask(random, target, random.pick(authors), now)),
      ...random
        .sample(invented, completed)
        .map((target) => completedTask(random, target, random.pick(authors), random.pick(authors), now)),
    ];
  });
}

function openTask(random: Random, target: DemoMember, author: DemoMember, now: Date): DemoTask {
  const today = clubDay(now);
  return {
    ...random.pickWeighted(kinds),
    gym: target.gym,
    dueDate: today.add({ days: random.integer(-2, 12) }).toString(),
    authorId: author.accountId,
    targetId: target.accountId,
    createdAt: new Date(now.getTime() - random.integer(3 * dayMs, 20 * dayMs)),
    completed: null,
  };
}

function completedTask(
  random: Random,
  target: DemoMember,
  author: DemoMember,
  completer: DemoMember,
  now: Date,
): DemoTask {
  const task = openTask(random, target, author, now);
  const at = new Date(random.integer(task.createdAt.getTime(), now.getTime()));
  const dueDate = clubDay(at).add({ days: random.integer(-1, 3) });
  const createdOn = clubDay(task.createdAt);
  const due = Temporal.PlainDate.compare(dueDate, createdOn) < 0 ? createdOn : dueDate;
  return { ...task, dueDate: due.toString(), completed: { completerId: completer.accountId, at } };
}
