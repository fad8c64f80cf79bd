import { type Context, Hono } from 'hono';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import { requireRecent } from '#platform/http/console/reauthentication/require-recent.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { formatSecond } from '#platform/http/console/shell/language.ts';
import { readPlace, toPlaceText } from '#platform/http/console/shell/page-link.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import { setFlashSecret, takeFlashSecret } from '#platform/http/console/shell/shown-once.ts';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { createWebhook } from '#platform/services/webhooks/create.ts';
import { deleteWebhook } from '#platform/services/webhooks/delete.ts';
import { enableWebhook } from '#platform/services/webhooks/enable.ts';
import { listDeliveries } from '#platform/services/webhooks/list-deliveries.ts';
import { newSecret } from '#platform/services/webhooks/new-secret.ts';
import { getReceiver, listReceivers } from '#platform/services/webhooks/receivers.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { type SendAgainOutcome, sendAgain } from '#platform/services/webhooks/send-again.ts';
import { triggerWebhook } from '#platform/services/webhooks/trigger.ts';
import { updateWebhook } from '#platform/services/webhooks/update.ts';
import { type Mistakes, mistakesOf, readWebhook } from './form.ts';
import { renderMadeSecret, renderRemoval, renderWebhookList } from './list-page.ts';
import { renderWebhook } from './webhook-page.ts';
import { type Done, webhookWords } from './words.ts';

const eventsOnPage = 20;

interface Typed {
  url: string;
  mistakes: Mistakes;
}

const wordsOf = (c: Context<ConsoleEnv>) => webhookWords[c.get('language')];
const formatOf = (c: Context<ConsoleEnv>) => (instant: Date) =>
  formatSecond(instant, c.get('language'), c.get('gym').timeZone);

/** The message about the last action, from the query of the redirect. */
function noticeOf(c: Context<ConsoleEnv>): string | undefined {
  const { done } = wordsOf(c);
  const said = c.req.query('done') ?? '';
  return Object.hasOwn(done, said) ? done[said as Done] : undefined; // safe because: it is one of its keys
}

const idOf = (c: Context<ConsoleEnv, '/console/webhooks/:id'>): number => {
  const text = c.req.param('id');
  if (!/^\d{1,16}$/.test(text)) throw notFound('WEBHOOK');
  return Number(text);
};

async function showList(c: Context<ConsoleEnv>, typed?: Typed) {
  const words = wordsOf(c);
  const receivers = await listReceivers(c.get('call'));
  const body = renderWebhookList(words, { receivers, typed, format: formatOf(c) });
  return showPage(c, { title: words.title, body, notice: noticeOf(c), status: typed ? 422 : 200 });
}

async function showWebhook(c: Context<ConsoleEnv>, webhookId: number, typed?: Typed) {
  const words = wordsOf(c);
  const after = readPlace(c.req.query('before'));
  const page = await listDeliveries(c.get('call'), webhookId, { after, limit: eventsOnPage });
  const before = after && toPlaceText(after);
  const body = renderWebhook(words, { ...page, typed, before, format: formatOf(c) });
  const title = words.titleOf(URL.parse(page.receiver.url)?.host ?? page.receiver.url);
  const refused = typed && { status: 422 as const, place: `/console/webhooks/${webhookId}` };
  return showPage(c, { title, body, notice: noticeOf(c), ...refused });
}

const lead = (c: Context<ConsoleEnv>, path: string, done: Done, rest = '') =>
  c.redirect(`/console/webhooks${path}?done=${done}${rest}`, 303);

const doneBy = (outcome: SendAgainOutcome): Done => {
  switch (outcome) {
    case 'sent':
      return 'again';
    case 'tried since':
    case 'under way':
      return 'already';
    case 'member forgotten':
    case 'opted out':
    case 'webhook disabled':
      return 'obstacle';
  }
};

/** The gym's webhooks: list, deliveries, and all actions on them. */
export function webhookRoutes(work: SignInWork, rules: WebhookRules): Hono<ConsoleEnv> {
  const recent = requireRecent(work);
  const callOf = (c: Context<ConsoleEnv>) => ({ ...c.get('call'), rules });

  return new Hono<ConsoleEnv>()
    .get('/console/webhooks', (c) => showList(c))
    .post('/console/webhooks', recent, async (c) => {
      const form = await readForm(c);
      const typed = (mistakes: Mistakes) => showList(c, { url: form.text('url'), mistakes });
      const read = readWebhook(form);
      if (!read.isValid) return typed(read.mistakes);
      const { url, secret } = read.request;
      try {
        const created = await createWebhook(callOf(c), { url, secret: secret ?? newSecret(c.get('call').ids) });
        if (secret !== undefined) return lead(c, `/${created.id}`, 'created');
        setFlashSecret(c, { kind: 'webhookSecret', value: created.secret, webhookId: created.id });
        return c.redirect(`/console/webhooks/${created.id}/secret`, 303);
      } catch (error) {
        return typed(mistakesOf(error));
      }
    })
    .get('/console/webhooks/:id', (c) => showWebhook(c, idOf(c)))
    .get('/console/webhooks/:id/secret', (c) => {
      const [made, webhookId] = [takeFlashSecret(c), idOf(c)];
      if (made?.kind !== 'webhookSecret' || made.webhookId !== webhookId) {
        return c.redirect(`/console/webhooks/${webhookId}`, 303);
      }
      const body = renderMadeSecret(c.get('language'), made.value, webhookId);
      return showPage(c, { title: wordsOf(c).madeTitle, body, cannotReload: true });
    })
    .post('/console/webhooks/:id/change', recent, async (c) => {
      const form = await readForm(c);
      const typed = (mistakes: Mistakes) => showWebhook(c, idOf(c), { url: form.text('url'), mistakes });
      const read = readWebhook(form);
      if (!read.isValid) return typed(read.mistakes);
      try {
        await updateWebhook(callOf(c), idOf(c), read.request);
        return lead(c, `/${idOf(c)}`, 'changed');
      } catch (error) {
        return typed(mistakesOf(error));
      }
    })
    .post('/console/webhooks/:id/enable', async (c) => {
      await enableWebhook(c.get('call'), idOf(c));
      return lead(c, `/${idOf(c)}`, 'enabled');
    })
    .post('/console/webhooks/:id/test', async (c) => {
      await triggerWebhook(c.get('call'), idOf(c));
      return lead(c, `/${idOf(c)}`, 'tested');
    })
    .get('/console/webhooks/:id/delete', async (c) => {
      const words = wordsOf(c);
      const receiver = await getReceiver(c.get('call'), idOf(c));
      return showPage(c, { title: words.removeTitle, body: renderRemoval(words, receiver) });
    })
    .post('/console/webhooks/:id/delete', async (c) => {
      await deleteWebhook(c.get('call'), idOf(c));
      return lead(c, '', 'deleted');
    })
    .post('/console/webhooks/:id/deliveries/:deliveryId/again', async (c) => {
      const form = await readForm(c);
      const deliveryId = c.req.param('deliveryId');
      const attempts = form.text('attempts');
      if (!isUuid(deliveryId)) throw notFound('WEBHOOK');
      if (!/^\d{1,9}$/.test(attempts)) throw new PlatformError('invalidRequest', 'The tries seen are missing.');
      const outcome = await sendAgain(c.get('call'), idOf(c), { deliveryId, attempts: Number(attempts) });
      const place = readPlace(form.text('before'));
      const back = `${place ? `&before=${toPlaceText(place)}` : ''}#delivery-${deliveryId}`;
      return lead(c, `/${idOf(c)}`, doneBy(outcome), back);
    });
}
