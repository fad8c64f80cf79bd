import { type Context, Hono } from 'hono';
import { type WebhookEventType, webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { hasDemoChain } from '#platform/simulator/describe-demo-chain.ts';
import type { EventContext } from '#platform/simulator/events/call-of-gym.ts';
import { causeEvent } from '#platform/simulator/events/cause-event.ts';
import { createSandboxGym } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { removeSandboxGym } from '#platform/simulator/gyms/remove-sandbox-gym.ts';
import { renderCredentials, renderGyms } from './gyms-page.ts';
import { resetWords } from './reset-words.ts';
import { formatOf, showPage, wordsOf } from './shell.ts';

const gymsPath = '/sandbox/pages/gyms';

const isEventType = (text: string): text is WebhookEventType => webhookEventTypes.some((type) => type === text);

/** What was done before the page was shown again. */
function noticeOf(c: Context<ConsoleEnv>): string | undefined {
  const { caused, reset } = c.req.query();
  if (caused !== undefined && /^\d{1,6}$/.test(caused)) return wordsOf(c).caused(Number(caused));
  if (reset === undefined) return undefined;
  const { demoDone, gymDone } = resetWords[c.get('language')];
  return reset === 'demo' ? demoDone : gymDone;
}

/** The page that makes gyms with credentials and members, causes events in them, and removes them. */
export function gymPages(context: EventContext): Hono<ConsoleEnv> {
  const { sandbox } = context;
  return new Hono<ConsoleEnv>()
    .get(gymsPath, async (c) => {
      const words = wordsOf(c);
      const hasDemo = await sandbox.database.transaction(hasDemoChain);
      return showPage(c, {
        title: words.gymsTitle,
        notice: noticeOf(c),
        body: renderGyms(c.get('language'), { gyms: await listSandboxGyms(sandbox), hasDemo, format: formatOf(c) }),
      });
    })
    .post(gymsPath, async (c) => {
      const [words, form] = [wordsOf(c), await readForm(c)];
      const gym = await createSandboxGym(context, {
        name: form.text('name').trim().slice(0, 100) || words.newGymName,
        timeZone: 'Europe/Berlin',
        locale: c.get('language'),
        isInCorporateNetwork: true,
        takesPartInPlus1: false,
        isLimited: form.text('isUnlimited') === '',
      });
      return showPage(c, { title: gym.name, body: renderCredentials(words, gym, new URL(c.req.url).origin) });
    })
    .post(`${gymsPath}/:gymId/event`, async (c) => {
      const [gymId, type] = [c.req.param('gymId'), (await readForm(c)).text('type')];
      if (!isUuid(gymId) || !isEventType(type)) throw notFound('GYM_LOCATION');
      const { webhooks } = await causeEvent(context, { gymId, type });
      return c.redirect(`${gymsPath}?caused=${webhooks}`, 303);
    })
    .post(`${gymsPath}/:gymId/remove`, async (c) => {
      const gymId = c.req.param('gymId');
      if (!isUuid(gymId) || !(await removeSandboxGym(sandbox, gymId))) throw notFound('GYM_LOCATION');
      return c.redirect(gymsPath, 303);
    });
}
