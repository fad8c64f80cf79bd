import { Hono } from 'hono';
import { notFound } from '#platform/base/errors.ts';
import { requireDecodableAddress } from '#platform/http/well-formed.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { accountRoutes } from './account/routes.ts';
import { addPasskeyRoutes } from './add-passkey/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { reauthenticationRoutes } from './reauthentication/routes.ts';
import { assetRoutes } from './shell/assets.ts';
import type { ConsoleEnv } from './shell/environment.ts';
import { showError } from './shell/error-page.ts';
import { receiveForm, recogniseOwner, requireOwner, requireSameOrigin, setPageHeaders } from './shell/guards.ts';
import { languageOf } from './shell/language.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

interface ConsoleOptions extends Dependencies {
  owners: OwnerRules;
  webhooks: WebhookRules;
  exports: Pick<ExportRules, 'publicUrl'>;
  /** The host that the platform listens on. */
  host?: string;
  /** Whether the pages link to a sandbox. */
  hasSandbox: boolean;
}

/** The owner's console: an owner sees and changes the data of one gym. `shell.ts` explains how to add a page. */
export function consoleRoutes(options: ConsoleOptions): Hono<ConsoleEnv> {
  const console = new Hono<ConsoleEnv>();
  const work = { ...options, rules: options.owners };
  console.onError(showError(options.log));
  console.route('/', assetRoutes());
  const ownNames = [new URL(options.exports.publicUrl).hostname, ...(options.host ? [options.host.toLowerCase()] : [])];
  // also at `/console` itself
  const everyPage = '/console/*';
  console.use(everyPage, setPageHeaders, async (c, next) => {
    c.set('language', languageOf(c));
    c.set('seal', options.owners.seal);
    c.set('hasSandbox', options.hasSandbox);
    await next();
  });
  console.use(everyPage, requireDecodableAddress, requireSameOrigin(ownNames), receiveForm);
  console.use(everyPage, recogniseOwner(work));
  console.get('/console/', (c) => c.redirect('/console', 301));
  console.route('/', signInRoutes(work));
  console.route('/', addPasskeyRoutes(work));

  // from here on, all pages need a signed-in owner
  console.use(everyPage, requireOwner);
  console.route('/', overviewRoutes(options));
  console.route('/', keyRoutes(work));
  console.route('/', webhookRoutes(work, options.webhooks));
  console.route('/', messageRoutes);
  console.route('/', accountRoutes(work));
  console.route('/', reauthenticationRoutes(work));
  console.all(everyPage, () => {
    throw notFound('UNKNOWN');
  });
  return console;
}
