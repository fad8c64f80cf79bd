import type { InDatabase } from '#tools/testing/with-database.ts';
import { readMembers } from './members.ts';
import { signIn } from './sign-in.ts';
import type { WindowSettings } from './window-messages.ts';

interface ReceptionOptions {
  inDatabase: InDatabase;
  /** Where to sign in. */
  signInUrl: string;
  /** The destination of the windows' requests. */
  deskUrl: string;
  password: string;
  /** The first gym of the platform, which the first location of the desk belongs to. */
  gymId: string | undefined;
}

const receptionEmail = 'reception@demo.example';

/** Signs in at the first location. @returns the settings for windows, and the members who come there */
export async function prepareReception({ inDatabase, signInUrl, deskUrl, password, gymId }: ReceptionOptions) {
  const place = await inDatabase('desk', async (client) => {
    const { rows } = await client.query<WindowSettings['place']>(
      `select l.id as "locationId", s.id as "staffId" from locations l, staff s where s.email = $1
       order by l.created_at limit 1`,
      [receptionEmail],
    );
    return rows[0];
  });
  if (!place || !gymId) throw new Error('The demo has neither staff nor gym.');
  const cookie = await signIn(signInUrl, receptionEmail, password);
  return { settings: { deskUrl, cookie, place }, members: await readMembers(inDatabase, gymId) };
}
