import type { Stage } from '#tools/conformance/traffic/stage.ts';
import type { Sample } from './sample.ts';

/** Creates separate data for each operation, so that their order does not matter. */
export async function samplesOfV1({ ask, gym }: Stage): Promise<Record<string, Sample>> {
  const gymId = gym.legacyGymId;
  const member = (name: string) => ({
    membershipId: `M-${name}`,
    eMail: `${name}@gym.example`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    dateOfBirth: '1990-05-04',
    endOfContract: '2030-12-31',
    phone: '+49 89 1234567',
    rfidList: [],
    street: 'Ringstraße',
    streetNumber: '7',
    zipCode: '80331',
    city: 'München',
    country: 'DE',
  });
  const anna = member('anna');
  const { userId } = await ask.good('publishUser', { body: anna });
  const [{ productId }] = await ask.good('listProducts');
  const person = { userId: Number(userId), membershipId: anna.membershipId };
  const task = { taskName: 'Call', taskType: 'GENERAL', dueDate: '2030-11-30', author: person, target: person };
  const { taskId } = await ask.good('createTask', { body: task });
  const presence = { userId, userPresenceTimestamp: Date.now() };
  return {
    publishUser: { query: { gymId }, body: member('bert') },
    getProfile: { query: { gymId, userId } },
    listUserProducts: { query: { gymId, userId } },
    activateProduct: { query: { gymId, userId }, body: { productId, start: '2027-01-01', end: '2027-12-31' } },
    checkIn: { query: { gymId }, body: presence },
    checkOut: { query: { gymId }, body: presence },
    listProducts: { query: { gymId } },
    getProduct: { path: { productId }, query: { gymId } },
    alive: { query: { gymId } },
    listTasks: { query: { gymId, 'modified-since': '2026-01-01' } },
    createTask: { query: { gymId }, body: task },
    getTask: { path: { taskId }, query: { gymId } },
    updateTask: { path: { taskId }, query: { gymId }, body: { ...task, completed: true } },
  };
}
