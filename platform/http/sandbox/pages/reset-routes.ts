import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound } from '#platform/base/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { TrainingContext } from '#platform/http/sandbox/invent-training.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { hasDemoChain } from '#platform/simulator/describe-demo-chain.ts';
import { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { resetSandbox } from '#platform/simulator/gyms/reset-sandbox.ts';
import { resetSandboxGym } from '#platform/simulator/gyms/reset-sandbox-gym.ts';
import { resetWords } from './reset-words.ts';
import { showPage } from './shell.ts';

const gymsPath = '/sandbox/pages/gyms';
const demoPath = '/sandbox/pages/reset';

interface Question {
  text: string;
  action: string;
  submit: string;
  cancel: string;
  choice?: Markup;
}

const renderQuestion = ({ text, action, submit, cancel, choice }: Question): Markup =>
  html`<section class="card">
    <p>${text}</p>
    <form method="post" action="${action}">
      ${choice ?? ''}
      <p class="actions"><button class="danger">${submit}</button> <a class="button" href="${gymsPath}">${cancel}</a></p>
    </form>
  </section>`;

/** Pages that ask before the demo or a gym is set back. */
export function resetPages(context: TrainingContext): Hono<ConsoleEnv> {
  const { sandbox, queueAnalytics } = context;

  async function requireGym(c: Context<ConsoleEnv>) {
    const gym = (await listSandboxGyms(sandbox)).find(({ gymId }) => gymId === c.req.param('gymId'));
    if (!gym) throw notFound('GYM_LOCATION');
    return gym;
  }

  return new Hono<ConsoleEnv>()
    .get(demoPath, async (c) => {
      if (!(await sandbox.database.transaction(hasDemoChain))) throw notFound('UNKNOWN');
      const words = resetWords[c.get('language')];
      const choice = html`<div class="choices"><label><input type="checkbox" name="everything" value="yes" /> ${words.everything}</label></div>`;
      const question = { text: words.demoQuestion, action: demoPath, submit: words.resetDemo, cancel: words.cancel };
      return showPage(c, { title: words.demoTitle, body: renderQuestion({ ...question, choice }) });
    })
    .post(demoPath, async (c) => {
      await resetSandbox(context, { everything: (await readForm(c)).text('everything') !== '' });
      await queueAnalytics();
      return c.redirect(`${gymsPath}?reset=demo`, 303);
    })
    .get(`${gymsPath}/:gymId/reset`, async (c) => {
      const [{ gymId, name }, words] = [await requireGym(c), resetWords[c.get('language')]];
      const action = `${gymsPath}/${gymId}/reset`;
      const question = { text: words.gymQuestion, action, submit: words.resetGym, cancel: words.cancel };
      return showPage(c, { title: words.gymTitle(name), body: renderQuestion(question) });
    })
    .post(`${gymsPath}/:gymId/reset`, async (c) => {
      const gymId = c.req.param('gymId');
      if (!isUuid(gymId) || !(await resetSandboxGym(context, gymId))) throw notFound('GYM_LOCATION');
      return c.redirect(`${gymsPath}?reset=gym`, 303);
    });
}
