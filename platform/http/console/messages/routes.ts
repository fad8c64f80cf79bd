import { Hono } from 'hono';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { formatClock, formatInstant, formatSecond } from '#platform/http/console/shell/language.ts';
import { readPlace } from '#platform/http/console/shell/page-link.ts';
import { showPage } from '#platform/http/console/shell/shell.ts';
import { listNotifications } from '#platform/services/notifications/list.ts';
import { renderMessages } from './page.ts';
import { messageWords } from './words.ts';

const messagesOnPage = 20;

/** Messages that the gym sent to members' apps. */
export const messageRoutes = new Hono<ConsoleEnv>().get('/console/messages', async (c) => {
  const [call, language, { name, timeZone }] = [c.get('call'), c.get('language'), c.get('gym')];
  const words = messageWords[language];
  const after = readPlace(c.req.query('before'));
  const page = await listNotifications(call, { after, limit: messagesOnPage });
  const body = renderMessages(words, {
    ...page,
    gymName: name,
    isNewest: after === undefined,
    clock: formatClock(call.clock(), language, timeZone),
    formatMinute: (instant) => formatInstant(instant, language, timeZone),
    formatSecond: (instant) => formatSecond(instant, language, timeZone),
  });
  return showPage(c, { title: words.title, body });
});
