import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { type Browser, createTestOwner, openBrowser, ownerPassword } from '#platform/testing/console.ts';
import { deliveriesOf, register } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { keysWords } from './keys/words.ts';
import { overviewWords } from './overview/words.ts';
import { languages } from './shell/language.ts';
import { shellWords } from './shell/shell-words.ts';
import { signInWords } from './sign-in/words.ts';
import { webhookWords } from './webhooks/words.ts';

const platform = startTestPlatform();
let jobs: RunningJobs;
beforeAll(async () => {
  // a failed delivery is not retried during a test
  jobs = await startTestJobs(platform, { retryDelaysSeconds: [3_600] });
});
afterAll(() => jobs.stop());

const escaped = (words: string) => RegExp.escape(words.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** Goes from page to page like a user without scripts: by the links and buttons on the page. */
function walk(browser: Browser, language: string) {
  const header = { 'accept-language': language };
  const there = {
    page: '',
    at: '',
    open: async (address: string): Promise<void> => {
      const { page, location } = await browser.get(address, header);
      if (location) return there.open(location);
      Object.assign(there, { page, at: address.split('#')[0] });
    },
    follow: async (words: string): Promise<void> => {
      const link = new RegExp(`<a\\b[^>]*>\\s*${escaped(words)}\\s*</a>`).exec(there.page)?.[0];
      await there.open(attribute(link ?? '', 'href') ?? `no link "${words}" at ${there.at}`);
    },
    /** @param filled the values typed or ticked in the form before */
    press: async (words: string, filled: Record<string, string> = {}): Promise<void> => {
      const button = new RegExp(`<button\\b[^>]*>\\s*${escaped(words)}\\s*</button>`);
      const form = there.page.match(/<form\b[\s\S]*?<\/form>/g)?.find((each) => button.test(each)) ?? '';
      const fields = [...form.matchAll(/<input\b[^>]*>/g), ...form.matchAll(new RegExp(button, 'g'))].flatMap(
        ([tag]) => {
          const isSent = attribute(tag, 'name') && (attribute(tag, 'type') !== 'checkbox' || /\schecked\b/.test(tag));
          return isSent ? [[attribute(tag, 'name'), attribute(tag, 'value') ?? '']] : [];
        },
      );
      for (const name of Object.keys(filled)) expect(form, `a field for ${name}`).toContain(`name="${name}"`);
      const action = attribute(form, 'action') ?? `no button "${words}" at ${there.at}`;
      const { page, location } = await browser.post(action, { ...Object.fromEntries(fields), ...filled });
      if (location) return there.open(location);
      Object.assign(there, { page, at: action });
    },
    notice: () => /role="status">([^<]*)</.exec(there.page)?.[1],
    secret: () => /id="secret">\s*([^<\s]+)/.exec(there.page)?.[1],
  };
  return there;
}

describe.each(languages)('without scripts, in the language "%s"', (language) => {
  const [shell, keys, webhooks] = [shellWords[language], keysWords[language], webhookWords[language]];
  let gym: TestGym;
  let there: ReturnType<typeof walk>;

  beforeEach(async () => {
    gym = await platform.newGym();
    const email = await createTestOwner(platform, gym);
    there = walk(openBrowser(platform.app), language);
    await there.open('/console');
    await there.press(signInWords[language].submit, { email, password: ownerPassword });
  });

  test('an owner signs in, creates a key that is shown once, revokes it, and signs out', async () => {
    expect([there.at, there.page]).toEqual(['/console', expect.stringContaining(overviewWords[language].title)]);
    expect(there.page).toContain(`<html lang="${language}">`);
    await there.follow(shell.keys);
    await there.press(keys.create, { permission: 'products' });
    expect(there.page).toContain(`<h1>${keys.onceTitle.apiKey}</h1>`);
    // without scripts it could not copy
    expect(there.page).toMatch(new RegExp(`<button[^>]* hidden>${shell.copy}</button>`));
    const apiKey = there.secret();
    expect(apiKey).toMatch(/^fdk_\w{10}_\w{32}$/);
    const answers = async () => (await platform.askWith(apiKey)('listGymProducts')).status;
    expect(await answers()).toBe(200);
    await there.open(there.at);
    expect([there.secret(), there.page]).toEqual([undefined, expect.stringContaining(keys.onceGone)]);

    await there.follow(keys.toKeys);
    const link = new RegExp(`href="([^"]*)"[^>]*aria-label="${keys.revokeKey(apiKey?.split('_')[1] ?? '')}"`);
    await there.open(link.exec(there.page)?.[1] ?? 'no link to revoke it');
    expect(there.page).toContain(keys.askRevoke);
    await there.press(keys.revoke);
    expect([there.notice(), await answers()]).toEqual([keys.done.revoked, 403]);
    await there.press(shell.signOut);
    expect(there.page).toContain(`<h1>${signInWords[language].title}</h1>`);
  });

  test('the indicator follows the requests of the gym’s software, and its token can be renewed', async () => {
    const sayAlive = async (token: string | undefined) => {
      const headers = { 'x-access-token': token ?? '' };
      return (await platform.app.request(`/v1/alive?gymId=${gym.legacyGymId}`, { method: 'POST', headers })).status;
    };
    const indicator = () =>
      textOf(/<section[^>]*aria-labelledby="connectivity"[\s\S]*?<\/section>/.exec(there.page)?.[0] ?? there.page);
    expect(indicator()).toContain(overviewWords[language].states.never);
    expect(await sayAlive(gym.accessToken)).toBe(204);
    await there.open('/console');
    expect(indicator()).toContain(overviewWords[language].states.active);
    await there.follow(shell.keys);
    await there.follow(keys.renew);
    await there.press(keys.renew);
    expect([await sayAlive(there.secret()), await sayAlive(gym.accessToken)]).toEqual([204, 401]);
  });

  test('a page is shown in the other language, and so are later ones', async () => {
    const [other, name] = language === 'en' ? (['de', 'Deutsch'] as const) : (['en', 'English'] as const);
    await there.follow(shell.webhooks);
    await there.press(name);
    expect([there.at, there.page]).toEqual(['/console/webhooks', expect.stringContaining(`<html lang="${other}">`)]);
    await there.follow(shellWords[other].keys);
    expect(there.page).toContain(keysWords[other].create);
  });

  test('a webhook is added with a secret that is shown once, and is deleted', async () => {
    await there.follow(shell.webhooks);
    await there.press(webhooks.add, { url: 'https://desk.example.org/events' });
    const secret = there.secret();
    expect([there.page, secret]).toEqual([
      expect.stringContaining(webhooks.madeTitle),
      expect.stringMatching(/^whsec_/),
    ]);
    await there.follow(webhooks.goOn);
    expect(there.page).toContain(webhooks.noEvents);
    expect(there.page).not.toContain(secret);
    await there.follow(webhooks.remove);
    expect(there.page).toContain(webhooks.removeTitle);
    await there.press(webhooks.removeYes);
    expect(there.notice()).toBe(webhooks.done.deleted);
    expect(there.page).not.toContain('desk.example.org');
  });

  test('a failed event shows its next retry', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(503).end());
    await checkInTold(receiver);
    expect(textOf(there.page)).toContain(webhooks.answer(503));
    expect(textOf(there.page)).toContain(webhooks.nextTry('').trim());
    expect(textOf(there.page)).toContain(webhooks.states.QUEUED);
  });

  test('a receiver that returned 410 is reported, reactivated, and tested; its event is sent again', async () => {
    const answers = [410];
    const receiver = await startReceiver((_, response) => response.writeHead(answers.shift() ?? 204).end());
    await checkInTold(receiver);
    const [before = '', after = ''] = webhooks.disabledSince('|').split('|');
    expect(textOf(there.page)).toMatch(new RegExp(`${escaped(before)}[^:]*20\\d\\d.*${escaped(after)}`));
    expect(there.page).not.toContain(`>${webhooks.again}<`);
    const own = there.at;
    await there.press(webhooks.enable);
    expect(there.notice()).toBe(webhooks.done.enabled);
    await there.press(webhooks.test);
    expect(there.notice()).toBe(webhooks.done.tested);
    await untilDelivered(1);
    await there.open(own);
    expect(textOf(there.page)).toMatch(new RegExp(`${webhooks.types.TEST} +${webhooks.states.DELIVERED}`));

    // the check-in is below the delivered test event
    const [, checkIn = ''] = there.page.split(`>${webhooks.types.GYM_CHECKIN}<`);
    there.page = checkIn;
    await there.press(webhooks.again);
    const again = { en: 'The event is sent again.', de: 'Das Ereignis wird erneut gesendet.' };
    expect(there.notice()).toBe(again[language]);
    await untilDelivered(2);
    await there.open(own);
    expect(textOf(there.page)).toContain(webhooks.tries(2));
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect([ids[0], new Set(ids).size]).toEqual([ids[2], 2]);
  });

  test('a message is shown with its recipient and time', async () => {
    const body = { text: 'Your class\nbegins at six.' };
    await gym.ask('sendPushNotificationByAccountId', { path: { accountId: await createMember(gym) }, body });
    await there.follow(shell.messages);
    const said = { en: ['To Lena Vogt', 'Sent'], de: ['An Lena Vogt', 'Gesendet'] };
    for (const words of ['begins at six.', ...said[language]]) expect(textOf(there.page)).toContain(words);
  });

  /** A member checks in, and the receiver has responded for the first time. The page of the webhook is open. */
  async function checkInTold(receiver: Awaited<ReturnType<typeof startReceiver>>): Promise<void> {
    const path = `/console/webhooks/${await register(gym, receiver)}`;
    const accountId = await createMember(gym);
    await gym.ask('checkin', { path: { accountId }, body: {} });
    await until(async () => expect((await deliveriesOf(platform, gym))[0]?.attempts).toBe(1));
    await there.open(path);
    expect(there.page).toContain(accountId);
  }
  const untilDelivered = (count: number) =>
    until(async () => {
      const states = (await deliveriesOf(platform, gym)).map(({ state }) => state);
      expect(states.filter((state) => state === 'DELIVERED')).toHaveLength(count);
    });
});
