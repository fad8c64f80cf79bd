import { randomUUID } from 'node:crypto';
import type { AskedMember, LargeChain } from './large-chain.ts';
import type { BenchRequest } from './load.ts';
import type { Place } from './platform-comparisons.ts';
import { recordStatements } from './record-statements.ts';
import { pick } from './requests.ts';
import { measureInRounds } from './rounds.ts';
import type { Row, Section } from './row.ts';
import { withReplayingServer } from './with-bare-server.ts';

interface Measured {
  title: string;
  name: string;
  path: string;
  bodyOf?(member: AskedMember): object;
  queryOf?(member: AskedMember): Record<string, string>;
  /** Whether each request creates a member. */
  isNew?: boolean;
}

const measuredOf = (many: string): readonly Measured[] => [
  {
    title: `Publishing to the gym interface beside ${many} members`,
    name: 'publish somebody new',
    path: '/v1/user/publish',
    bodyOf: newMember,
    isNew: true,
  },
  {
    title: `Publishing one of ${many} members, unchanged`,
    name: 'publish, unchanged',
    path: '/v1/user/publish',
    bodyOf: ({ userId, membershipId, email: eMail, firstName, lastName, gender, rfid }) => ({
      userId,
      membershipId,
      eMail,
      firstName,
      lastName,
      gender,
      rfidList: [rfid],
    }),
  },
  {
    title: `Profile of one of ${many} members by the gym interface`,
    name: 'profile by RFID',
    path: '/v1/user/profile',
    queryOf: ({ rfid }) => ({ rfid }),
  },
  {
    title: `Check-in of one of ${many} members by the gym interface`,
    name: 'check-in by RFID',
    path: '/v1/user/checkin',
    bodyOf: ({ rfid }) => ({ rfidId: rfid }),
  },
];

/** Requests for this many members are recorded, to be replayed in rotation. */
const recordedCount = 400;
const connections = [10, 50];

/** The gym interface compared with a server that only runs the same statements in PostgreSQL. */
export async function measureGymInterface(place: Place): Promise<Section[]> {
  const sections: Section[] = [];
  for (const one of measuredOf(place.chain.memberCount.toLocaleString('en'))) sections.push(await compare(one, place));
  return sections;
}

async function compare({ title, name, isNew = false, ...route }: Measured, place: Place): Promise<Section> {
  const { chain, databaseUrl, durationS, processorTime } = place;
  const next = rotateGyms(chain, route);
  const requests = await recordStatements(databaseUrl, Array.from({ length: recordedCount + 1 }, next));
  const setUp = `SET ROLE front_desk_platform; SET TIME ZONE 'UTC'; SET app.chain_id = '${chain.chainId}'`;
  const constants = isNew ? [chain.chainId, ...chain.gyms.map(({ gymId }) => gymId)] : undefined;
  const statements = requests[0]?.statements.length;
  const rows: Row[] = [];
  for (const count of connections) {
    const measured = [{ name, url: place.platformUrl, next }];
    rows.push(
      ...(await withReplayingServer({ url: databaseUrl, setUp, requests, constants }, (url) => {
        const bare = { name: `bare node:http, the same ${statements} statements`, as: 'the bare server', url, next };
        return measureInRounds(measured, [bare], { connections: count, durationS, processorTime });
      })),
    );
  }
  return { title, rows };
}

/** Generates consecutive requests, each for the next gym and the next member. */
function rotateGyms({ gyms, members }: LargeChain, { path, bodyOf, queryOf }: Omit<Measured, 'title' | 'name'>) {
  let index = 0;
  return (): BenchRequest => {
    const { legacyGymId, accessToken } = pick(gyms, index);
    const member = pick(members, index);
    index += 1;
    const query = new URLSearchParams({ gymId: String(legacyGymId), ...queryOf?.(member) });
    const headers = { 'x-access-token': accessToken, 'content-type': 'application/json' };
    const asked = { path: `${path}?${query}`, headers };
    return bodyOf ? { method: 'POST', ...asked, body: JSON.stringify(bodyOf(member)) } : { method: 'GET', ...asked };
  };
}

function newMember() {
  const unique = randomUUID();
  return {
    eMail: `${unique}@example.org`,
    membershipId: unique,
    firstName: 'Lena',
    lastName: 'Vogt',
    gender: 'FEMALE',
    rfidList: [`0x${unique.replaceAll('-', '').toUpperCase()}`],
  };
}
