import { Hono } from 'hono';
import { html } from 'hono/html';
import { notFound } from '#platform/base/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { clockOfGym } from '#platform/services/sandbox/clock/clock-of.ts';
import { isUuid } from '#platform/services/uuid.ts';
import type { EventContext } from '#platform/simulator/events/call-of-gym.ts';
import { deleteOwnAccount } from '#platform/simulator/events/delete-own-account.ts';
import { listPhones } from '#platform/simulator/phones/list-phones.ts';
import { phoneWords } from './phone-words.ts';
import { renderPhoneForm, renderPhones } from './phones-page.ts';
import { renderLive, showPage, wordsOf } from './shell.ts';

const phonesPath = '/sandbox/pages/phones';

/** The page with members' phones, and what a member does on one: delete the account. */
export function phonePages(context: EventContext): Hono<ConsoleEnv> {
  const { sandbox, clock } = context;
  const timeIn = (gymId: string) => clockOfGym(sandbox, gymId, clock)();
  return new Hono<ConsoleEnv>()
    .get(phonesPath, async (c) => {
      const [language, words] = [c.get('language'), phoneWords[c.get('language')]];
      const { accountId: typed = '', gymId, deleted } = c.req.query();
      const accountId = typed.trim();
      const isKnown = (id: string | undefined) => id !== undefined && isUuid(id);
      const filter = { accountId: accountId || undefined, gymId: isKnown(gymId) ? gymId : undefined };
      const phones = accountId !== '' && !isUuid(accountId) ? [] : await listPhones(sandbox, filter);
      const isWrong = accountId !== '' && phones.length === 0;
      const query = new URLSearchParams({
        ...(accountId && { accountId }),
        ...(filter.gymId && { gymId: filter.gymId }),
      });
      const place = query.size > 0 ? `${phonesPath}?${query}` : phonesPath;
      return showPage(c, {
        title: wordsOf(c).phonesTitle,
        notice: deleted === undefined ? undefined : words.deleted,
        body: html`<p>${words.text}</p>
          ${renderPhoneForm(language, accountId)}
          ${query.size > 0 ? html`<p class="actions">${filter.gymId ? html`<span>${words.ofGym}</span>` : ''} <a href="${phonesPath}">${words.all}</a></p>` : ''}
          ${isWrong ? html`<p class="mistake" role="alert">${words.wrongId}</p>` : renderLive(wordsOf(c), place, renderPhones(language, { phones, timeIn }))}`,
        status: isWrong ? 422 : 200,
      });
    })
    .post(`${phonesPath}/:accountId/delete-account`, async (c) => {
      const accountId = c.req.param('accountId');
      if (!isUuid(accountId)) throw notFound('ACCOUNT');
      await deleteOwnAccount(context, accountId);
      return c.redirect(`${phonesPath}?deleted=yes`, 303);
    });
}
