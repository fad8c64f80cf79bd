import { Hono } from 'hono';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { getConnectivity } from '#platform/services/gyms/connectivity.ts';
import { listCredentials } from '#platform/services/owners/list-credentials.ts';
import { renderOverview } from './page.ts';
import { overviewWords } from './words.ts';

/** Whether the gym's software is connected, and how much of their rate limits its credentials have left. */
export const overviewRoutes = ({ db, clock, realClock = clock }: Dependencies): Hono<ConsoleEnv> =>
  new Hono<ConsoleEnv>().get('/console', async (c) => {
    const [call, language, gym] = [c.get('call'), c.get('language'), c.get('gym')];
    const connectivity = await getConnectivity(db, call, realClock());
    const overview = { gymId: call.gymId, gym, connectivity, credentials: await listCredentials(call) };
    return showPage(c, { title: overviewWords[language].title, body: renderOverview(language, overview) });
  });
