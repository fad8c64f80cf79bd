import { BlockList } from 'node:net';
import { type Context, Hono } from 'hono';
import { newestMigration } from '#shared/database/schema-state.ts';
import { notFound } from './base/errors.ts';
import { platformSchema } from './db/migrate.ts';
import { authenticate } from './http/api-key.ts';
import { consoleRoutes } from './http/console/routes.ts';
import { countRequests } from './http/count-requests.ts';
import type { PlatformEnv } from './http/environment.ts';
import { answerError } from './http/error-answer.ts';
import { downloadRoutes } from './http/export/download.ts';
import { answerExportError } from './http/export/error-answer.ts';
import { exportInterface } from './http/export/interface.ts';
import { exportOperations } from './http/export/operation-index.ts';
import { fontRoutes } from './http/fonts.ts';
import { answerHealth, answerReady } from './http/health.ts';
import { referenceRoutes } from './http/reference/routes.ts';
import { viewerRoutes } from './http/reference/viewer/routes.ts';
import { nameAndLogRequests } from './http/request-id.ts';
import { requireHttps } from './http/require-https.ts';
import { makeAnswersSafe } from './http/safe-answers.ts';
import { answerInOtherDialect } from './http/sandbox/answer-in-other-dialect.ts';
import { applyFaults } from './http/sandbox/apply-faults.ts';
import type { Dialect } from './http/sandbox/dialects.ts';
import { knowLowerCase } from './http/sandbox/know-lower-case.ts';
import { recordInterfaces } from './http/sandbox/log/record-requests.ts';
import { logRoutes } from './http/sandbox/log/routes.ts';
import { showErrorsAsPages } from './http/sandbox/pages/error-page.ts';
import { sandboxPages } from './http/sandbox/pages/routes.ts';
import { recordRepeats } from './http/sandbox/record-repeats.ts';
import { refuseUndocumented } from './http/sandbox/refuse-undocumented.ts';
import { asOfRemovedGym } from './http/sandbox/removed-gym.ts';
import { sandboxRoutes } from './http/sandbox/routes.ts';
import { refuseUnknownRoute } from './http/unknown-route.ts';
import { authenticate as authenticateToken } from './http/v1/access-token.ts';
import { answerGymError } from './http/v1/error-answer.ts';
import { gymInterface } from './http/v1/interface.ts';
import { gymOperations } from './http/v1/operation-index.ts';
import { membershipInterface } from './http/v2/interface.ts';
import { membershipOperations } from './http/v2/operation-index.ts';
import { requireDecodableAddress, requireDecodablePath } from './http/well-formed.ts';
import type { PlatformMetrics } from './metrics/platform-metrics.ts';
import { rememberPageEnds } from './services/accounts/page-ends.ts';
import type { Dependencies } from './services/dependencies.ts';
import type { ExportRules } from './services/exports/rules.ts';
import type { OwnerRules } from './services/owners/rules.ts';
import type { Sandbox } from './services/sandbox/sandbox.ts';
import type { RequestLog } from './services/sandbox-log/request-log.ts';
import type { WebhookRules } from './services/webhooks/rules.ts';

interface PlatformOptions extends Dependencies {
  webhooks: WebhookRules;
  exports: ExportRules;
  owners: OwnerRules;
  /** The host that the server listens on. */
  host?: string;
  /** Proxies whose X-Forwarded-Proto is trusted, and whose X-Forwarded-Host is trusted in the served documents. */
  trustedProxies?: BlockList;
  /** Networks whose clients may use plain HTTP. */
  trustedNetworks?: BlockList;
  metrics?: PlatformMetrics;
  /** What people and tests may tell a sandbox; absent outside one. */
  sandbox?: Sandbox | undefined;
  /** Computes due weekly metrics soon: for a sandbox whose clock was moved, or that got training. */
  queueAnalytics?: () => Promise<void>;
  /** The log of a sandbox; absent: requests are not logged. */
  requestLog?: RequestLog | undefined;
  /** How the sandbox's responses differ from the platform's, if they do. */
  dialect?: Dialect;
  /** Whether this process is stopping, and should get no new requests. */
  isStopping?: () => boolean;
}

/** Builds the platform without any I/O: the first request is the first to use the database. */
export function createApp(options: PlatformOptions): Hono<PlatformEnv> {
  const {
    db,
    log,
    clock,
    realClock,
    ids,
    webhooks,
    exports,
    trustedProxies = new BlockList(),
    trustedNetworks = new BlockList(),
    metrics,
    sandbox,
    queueAnalytics = async () => {},
    requestLog,
    dialect,
    isStopping = () => false,
  } = options;
  const gymPaths = sandbox ? ['/v1', '/gymapi/v1'] : ['/v1'];
  const app = new Hono<PlatformEnv>();
  app.use(nameAndLogRequests(log));
  if (metrics) app.use(countRequests(metrics, { gymPaths }));
  app.use(makeAnswersSafe);
  if (requestLog) recordInterfaces(app, requestLog, gymPaths);
  app.use(requireHttps({ trustedProxies, trustedNetworks }));
  const faultsOf = (sandbox: Sandbox, isAuthenticated: boolean) =>
    applyFaults({ sandbox, clock, gymPaths, isAuthenticated });
  if (requestLog) app.use('/sandbox/*', showErrorsAsPages);
  if (sandbox)
    app
      .use(faultsOf(sandbox, false))
      .route('/sandbox', sandboxRoutes({ sandbox, db, clock, realClock, trustedProxies, webhooks, queueAnalytics }));
  if (sandbox && requestLog) {
    const logged = { sandbox, db, clock, ids, log: requestLog, queueAnalytics };
    app.route('/sandbox', logRoutes(logged)).route('/', sandboxPages(logged));
  }
  app.get('/health', answerHealth);
  app.get('/ready', answerReady({ db, newestMigration: newestMigration(platformSchema.migrationsFolder), isStopping }));

  app.route('/', referenceRoutes({ clock, trustedProxies, gymPaths, hasSandbox: requestLog !== undefined }));
  app.route('/', viewerRoutes({ clock, hasSandbox: requestLog !== undefined }));
  app.route('/', consoleRoutes({ ...options, hasSandbox: requestLog !== undefined }));
  app.route('/', fontRoutes());

  if (dialect === 'other') app.use('/api/v2/*', answerInOtherDialect);
  app.use('/api/v2/*', authenticate(options, { unknownKeyIs: 'forbiddenAction' }), requireDecodableAddress);
  if (sandbox) app.use('/api/v2/*', faultsOf(sandbox, true));
  if (dialect) app.use('/api/v2/*', ...refuseUndocumented);
  if (dialect === 'other') app.use('/api/v2/*', recordRepeats(), knowLowerCase);
  const pageEndsOf = rememberPageEnds(realClock ?? clock);
  app.use('/api/v2/accounts', (c, next) => {
    c.set('pageEndsOf', pageEndsOf);
    return next();
  });
  app.use('/api/v2/webhooks/*', (c, next) => {
    c.set('webhookRules', webhooks);
    return next();
  });
  app.route('/', membershipInterface);
  app.all('/api/v2/*', refuseUnknownRoute(membershipOperations));

  for (const path of gymPaths) {
    app.use(`${path}/*`, authenticateToken(options), requireDecodableAddress);
    if (sandbox) app.use(`${path}/*`, faultsOf(sandbox, true));
    app.route(path, gymInterface);
    app.all(`${path}/*`, refuseUnknownRoute(gymOperations, path));
  }

  app.use(
    '/api/v1/data/*',
    authenticate(options, { unknownKeyIs: 'unauthorized' }),
    requireDecodablePath,
    requireDecodableAddress,
  );
  if (sandbox) app.use('/api/v1/data/*', faultsOf(sandbox, true));
  app.use('/api/v1/data/*', (c, next) => {
    c.set('exportRules', exports);
    return next();
  });
  app.route('/', exportInterface);
  app.all('/api/v1/data/*', refuseUnknownRoute(exportOperations));
  app.route('/', downloadRoutes(options));

  const answerOtherErrors = answerError(log, clock);
  const answers = [
    ...gymPaths.map((path) => ({ path, answer: answerGymError(log) })),
    ...['/api/v1/data', '/exports'].map((path) => ({ path, answer: answerExportError(log) })),
  ];
  const answerFailure = (error: unknown, c: Context<PlatformEnv>) => {
    const ofInterface = answers.find(({ path }) => `${c.req.path}/`.startsWith(`${path}/`));
    return (ofInterface?.answer ?? answerOtherErrors)(error, c);
  };
  app.notFound((c) => answerFailure(notFound('UNKNOWN'), c));
  app.onError(async (error, c) => answerFailure(sandbox ? await asOfRemovedGym(sandbox, error, c) : error, c));
  return app;
}
