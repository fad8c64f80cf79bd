import { type Context, Hono } from 'hono';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import type { ConsoleEnv } from '#platform/http/console/shell/environment.ts';
import { readForm } from '#platform/http/console/shell/form.ts';
import { parseStrict } from '#platform/http/sandbox/parse-strict.ts';
import { faultRule } from '#platform/services/sandbox/fault-rule.ts';
import { listFaults } from '#platform/services/sandbox/faults/list.ts';
import { faultPresets } from '#platform/services/sandbox/faults/presets.ts';
import { removeFaults } from '#platform/services/sandbox/faults/remove.ts';
import { setFault } from '#platform/services/sandbox/faults/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { renderFaults, type TypedFault } from './faults-page.ts';
import { showPage, wordsOf } from './shell.ts';

const faultsPath = '/sandbox/pages/faults';

const isPreset = (name: string): name is keyof typeof faultPresets => Object.hasOwn(faultPresets, name);

/** The page that sets and ends rules of faults. */
export function faultPages(sandbox: Sandbox): Hono<ConsoleEnv> {
  async function showFaults(c: Context<ConsoleEnv>, typed?: TypedFault) {
    const words = wordsOf(c);
    const body = renderFaults(words, { faults: await listFaults(sandbox), typed });
    return showPage(c, { title: words.faultsTitle, body, status: typed ? 422 : 200 });
  }
  const back = (c: Context<ConsoleEnv>) => c.redirect(faultsPath, 303);

  return new Hono<ConsoleEnv>()
    .get(faultsPath, (c) => showFaults(c))
    .post(faultsPath, async (c) => {
      const form = await readForm(c);
      const [name, rule] = [form.text('name').trim(), form.text('rule')];
      try {
        if (!/^[\w.-]{1,100}$/.test(name)) return showFaults(c, { name, rule, mistake: wordsOf(c).wrongName });
        await setFault(sandbox, name, parseStrict(faultRule, JSON.parse(rule)));
      } catch (error) {
        return showFaults(c, { name, rule, mistake: mistakeIn(c, error) });
      }
      return back(c);
    })
    .post(`${faultsPath}/end`, async (c) => {
      await removeFaults(sandbox);
      return back(c);
    })
    .post(`${faultsPath}/:name/end`, async (c) => {
      await removeFaults(sandbox, c.req.param('name'));
      return back(c);
    })
    .post(`${faultsPath}/:name/preset`, async (c) => {
      const name = c.req.param('name');
      if (!isPreset(name)) throw notFound('UNKNOWN');
      await setFault(sandbox, name, faultPresets[name]);
      return back(c);
    });
}

/** @throws the original error if it is not about the rule */
function mistakeIn(c: Context<ConsoleEnv>, error: unknown): string {
  if (error instanceof SyntaxError) return wordsOf(c).noJson;
  if (!(error instanceof PlatformError)) throw error;
  const { fieldErrors, message } = error;
  return fieldErrors.length > 0 ? fieldErrors.map(({ name, message }) => `${name}: ${message}`).join(' ') : message;
}
