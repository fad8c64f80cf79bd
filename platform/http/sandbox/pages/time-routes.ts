import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { inventTraining, type TrainingContext } from '#platform/http/sandbox/invent-training.ts';
import { movedClock } from '#platform/http/sandbox/moved-clock.ts';
import { readTime, resetClock, setClock } from '#platform/services/sandbox/clock/set.ts';
import { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { readLocalTime, renderClock, type ShownClock } from './clock-form.ts';
import { showPage, wordsOf, zoneOfMachine } from './shell.ts';
import { timeWords } from './time-words.ts';
import { newTraining, renderTrainingForm, type TypedTraining } from './training-form.ts';

const clockPath = '/sandbox/pages/clock';
const gymPath = '/sandbox/pages/gyms/:gymId';

/** What somebody typed that could not be done. */
interface Typed {
  wrongTime?: string;
  training?: TypedTraining;
}

/** The page with the platform's clock, and for each gym one with its clock and its training. */
export function timePages(context: TrainingContext): Hono<ConsoleEnv> {
  const { sandbox, queueAnalytics } = context;

  async function requireGym(c: Context<ConsoleEnv>) {
    const gyms = await listSandboxGyms(sandbox);
    const gym = gyms.find(({ gymId }) => gymId === c.req.param('gymId'));
    if (!gym) throw notFound('GYM_LOCATION');
    return gym;
  }

  const findGym = async (c: Context<ConsoleEnv>) =>
    c.req.param('gymId') === undefined ? undefined : await requireGym(c);

  function readShown(gym: Awaited<ReturnType<typeof findGym>>): ShownClock {
    const { clock, gyms } = sandbox.state;
    const own = gym ? gyms[gym.gymId]?.clock : clock;
    const { offsetMs, frozenAt } = own ?? clock;
    return {
      now: readTime(sandbox, gym?.gymId),
      state: !own ? 'followed' : frozenAt !== null ? 'frozen' : offsetMs !== 0 ? 'moved' : 'real',
      isFrozen: frozenAt !== null,
      timeZone: gym?.timeZone ?? zoneOfMachine(),
      action: gym ? `/sandbox/pages/gyms/${gym.gymId}/clock` : clockPath,
    };
  }

  async function show(c: Context<ConsoleEnv>, { wrongTime, training }: Typed = {}) {
    const [gym, language] = [await findGym(c), c.get('language')];
    const words = timeWords[language];
    const clock = renderClock(language, { ...readShown(gym), wrongTime });
    const status = wrongTime === undefined && training === undefined ? 200 : 422;
    if (!gym) {
      const body = html`<p>${words.clockText}</p><section class="card">${clock}</section>`;
      return showPage(c, { title: wordsOf(c).clockTitle, body, status });
    }
    const trained = c.req.query('trained');
    const form = renderTrainingForm(words, `/sandbox/pages/gyms/${gym.gymId}/training`, training ?? newTraining);
    return showPage(c, {
      title: gym.name,
      notice:
        trained !== undefined && /^\d{1,9}$/.test(trained) ? words.invented(countOf(language, trained)) : undefined,
      body: html`<p><a href="/sandbox/pages/gyms">${wordsOf(c).allGyms}</a></p>
        <section class="card" aria-labelledby="clock"><h2 id="clock">${words.clock}</h2>${clock}</section>
        <section class="card" aria-labelledby="training"><h2 id="training">${words.training}</h2>${form}</section>`,
      status,
    });
  }

  const backTo = (c: Context<ConsoleEnv>, gymId: string | undefined, query = '') =>
    c.redirect(gymId === undefined ? clockPath : `/sandbox/pages/gyms/${gymId}${query}`, 303);

  const pages = new Hono<ConsoleEnv>().get(clockPath, (c) => show(c)).get(gymPath, (c) => show(c));
  for (const path of [clockPath, `${gymPath}/clock`]) {
    pages
      .post(path, async (c) => {
        const [gym, form] = [await findGym(c), await readForm(c)];
        const [typed, advance] = [form.text('now'), form.text('advanceMs')];
        const moved = movedClock.safeParse({
          ...(typed !== '' && { now: readLocalTime(typed, gym?.timeZone ?? zoneOfMachine()) ?? '' }),
          ...(advance !== '' && { advanceMs: Number(advance) }),
          isFrozen: form.text('isFrozen') !== '',
        });
        if (!moved.success) return show(c, { wrongTime: typed });
        await setClock(sandbox, gym?.gymId, moved.data);
        await queueAnalytics();
        return backTo(c, gym?.gymId);
      })
      .post(`${path}/reset`, async (c) => {
        const gym = await findGym(c);
        await resetClock(sandbox, gym?.gymId);
        return backTo(c, gym?.gymId);
      });
  }
  return pages.post(`${gymPath}/training`, async (c) => {
    const [{ gymId }, form] = [await requireGym(c), await readForm(c)];
    const [members, days, until, seed] = [
      form.text('members'),
      form.text('days'),
      form.text('until'),
      form.text('seed'),
    ];
    const asked = {
      members: numberIn(members),
      days: numberIn(days),
      seed: numberIn(seed),
      until: until === '' ? undefined : until,
    };
    try {
      const { events } = await inventTraining(context, gymId, asked);
      const count = Object.values(events).reduce((sum, one) => sum + one, 0);
      return backTo(c, gymId, `?trained=${count}`);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'invalidArguments') throw error;
      const mistake = error.fieldErrors.map(({ name, message }) => `${name}: ${message}`).join(' ');
      return show(c, { training: { members, days, until, seed, mistake } });
    }
  });
}

const numberIn = (text: string): number | undefined => (text === '' ? undefined : Number(text));

const countOf = (language: string, digits: string): string => Number(digits).toLocaleString(language);
