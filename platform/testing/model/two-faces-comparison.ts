import { expect } from 'vitest';
import type { TestAnswer } from '#platform/testing/client.ts';
import type { TestGym } from '#platform/testing/platform.ts';
import {
  cardsOf,
  inVersion1,
  inVersion2,
  isHidden,
  type Person,
  type Task,
  type TwoFacedChain,
} from './two-faces-model.ts';

type ResponseBody = TestAnswer['body'];

/** The status of a response, or its missing entity. */
export const outcome = ({ status, body }: TestAnswer) => (status === 404 ? body.metadata.entity : status);

/** Checks a person in both interfaces against the model: both must return the same member, or none. */
export async function comparePerson(chain: TwoFacedChain, gym: TestGym, person: Person): Promise<void> {
  const profile = await gym.askV1('getProfile', { query: { userId: person.userId } });
  const account = await gym.ask('retrieveAccount', { path: { accountId: person.accountId } });
  expect([profile.status, outcome(account)]).toEqual([inVersion1(person), inVersion2(person)]);
  const { email, lastName, city, heightCm, membership } = person;
  const cards = cardsOf(chain, person).toSorted();
  const bookings = bookingsOf(chain, person);
  if (profile.status === 200) {
    const { eMail, userId, membershipId, rfidList, ...told } = profile.body;
    expect({ eMail, userId, membershipId, lastName: told.lastName, city: told.city, height: told.height }).toEqual({
      eMail: email,
      userId: person.userId,
      membershipId: membership?.id,
      lastName,
      city,
      height: heightCm,
    });
    expect(told.dayGuest).toBe(membership?.isDayGuest);
    expect(rfidList.toSorted()).toEqual(cards);
    const booked = await gym.askV1('listUserProducts', { query: { userId } });
    expect(booked.body.map((one: ResponseBody) => `${one.productId} ${one.start} ${one.end}`)).toEqual(bookings);
  }
  if (account.status === 200) {
    const { body } = account;
    expect([body.email, body.lastName, body.membership.membershipId]).toEqual([email, lastName, membership?.id]);
    expect(body.contact?.city ?? undefined).toBe(city);
    const held = await gym.ask('getUserRfids', { path: { accountId: person.accountId } });
    expect(held.body.map(({ rfid }: ResponseBody) => rfid).toSorted()).toEqual(cards);
    const booked = await gym.ask('userProducts', { path: { accountId: person.accountId } });
    expect(booked.body.map((one: ResponseBody) => `${one.productId} ${one.startDate} ${one.endDate}`)).toEqual(
      bookings,
    );
    expect(asVersion1Returns(body)).toEqual(asVersion1Returns(profile.body));
  }
}

/** As `product first day last day`, by product. */
const bookingsOf = ({ bookings }: TwoFacedChain, { accountId }: Person): string[] =>
  [...bookings]
    .filter(([key]) => key.startsWith(accountId))
    .map(([key, { startDate, endDate }]) => `${key.slice(accountId.length + 1)} ${startDate} ${endDate}`)
    .toSorted();

/** The fields that both interfaces have, in the format of version 1. */
function asVersion1Returns(body: ResponseBody) {
  const { firstName, gender, dateOfBirth } = body;
  const { startOfContract, membershipType = body.membershipStatus } = body.membership ?? body;
  const told = { firstName, gender, dateOfBirth, startOfContract, membershipType };
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, value ?? undefined]));
}

/** Checks the list of version 2 against the model: exactly the members whom it sees. */
export async function compareList(chain: TwoFacedChain, gym: TestGym): Promise<void> {
  const { body } = await gym.ask('listAccounts', { query: { limit: 100 } });
  const expected = chain.people.filter((person) => inVersion2(person) === 200).map(({ accountId }) => accountId);
  const listed: string[] = body.items.map(({ accountId }: Person) => accountId);
  expect(listed.toSorted()).toEqual(expected.toSorted());
  expect(body.total).toBe(expected.length);
}

/** Version 2 does not return a task about a member whom it does not see. */
export const isTaskInVersion2 = ({ target }: Task): boolean => !isHidden(target);

/**
 * Checks the gym's tasks against the model. Both interfaces return the same, except for people whom version 2 does
 * not see.
 */
export async function compareTasks({ tasks }: TwoFacedChain, gym: TestGym): Promise<void> {
  const listed = await gym.askV1('listTasks', { query: { 'modified-since': '2026-01-01' } });
  const open = await gym.askV1('listTasks');
  const inV2 = await gym.ask('getTasks');
  const tasksOfV1 = listed.body.map(({ taskId, taskName, completed, target, author, completer }: ResponseBody) => ({
    taskId,
    name: taskName,
    completed,
    target: target.userId,
    author: author?.userId,
    completer: completer?.userId,
  }));
  const tasksOfV2 = inV2.body.map(({ id, name, completed, targetId, authorId, completerId }: ResponseBody) => ({
    taskId: Number(id),
    name,
    completed,
    target: targetId,
    author: authorId,
    completer: completerId,
  }));
  expect(byId(tasksOfV1)).toEqual(byId(tasks.map((task) => told(task, 'userId'))));
  expect(byId(tasksOfV2)).toEqual(byId(tasks.filter(isTaskInVersion2).map((task) => told(task, 'accountId'))));
  const openIds = tasks.filter(({ isCompleted }) => !isCompleted).map(({ taskId }) => taskId);
  expect(open.body.map(({ taskId }: ResponseBody) => taskId).toSorted()).toEqual(openIds.toSorted());
}

function told({ taskId, name, target, author, completer, isCompleted: completed }: Task, by: 'userId' | 'accountId') {
  const nameOf = (person: Person | undefined) =>
    person && (by === 'userId' || !isHidden(person)) ? person[by] : undefined;
  return { taskId, name, completed, target: nameOf(target), author: nameOf(author), completer: nameOf(completer) };
}

const byId = (tasks: { taskId: number }[]) => tasks.toSorted((one, other) => one.taskId - other.taskId);
